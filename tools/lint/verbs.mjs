/** Base forms of the verbs that comments use; words that are as often nouns count in other forms only. */
const REGULAR = `
abort accept acknowledge act add adjust admit affect agree allow alter announce answer append apply arrive ask assign
assume attach attempt authorise avoid await base batch behave belong block bound build bundle cache call cancel capture
carry cause change charge check choose claim clean clear click clone close collect combine come commit compare compile
complete compose compute concern condemn configure confirm conflict connect consider consist construct consume contain
continue convert copy correspond cost count cover crash create cross cut damage deal decide declare decode decrypt defer
define delay delete deliver demand deny depend derive describe deserve destroy detect determine differ disable disappear
discard disconnect discover display distinguish divide double download drain draw drop dry empty enable encode encrypt enlarge
end enforce enqueue ensure enter equal escape evict exceed exclude emulate estimate execute exist exit expect expire explain export
expose express extend extract fade fail fall fetch fill filter find finish fire fit fix flag flush focus follow force
forget form format forward freeze fulfil gather generate get give go grant grow guard guess handle hang happen have hear
help hide hit hold identify ignore imply import improve include increase increment indicate inherit initialise insert
inspect install interrupt introduce invoke join judge jump justify keep kill know lack land last launch lead leak learn
leave lend let lie lift limit line link list listen live load lock log look loop lose lower make map mark match matter
mean measure meet mention merge move multiply name need negotiate note notice notify observe obtain occupy occur offer
omit open order originate outlive overflow overlap override overtake overwrite own pack paint parse partition pass paste
pause perform permit pick pin place plan plant play point poll populate precede prefer prepare present preserve press
prevent print probe process produce prompt promise propagate protect prove provide publish pull purge push put queue
quit quote race raise react read rebuild receive recognise recompute record recover redirect reduce refer refill reflect
refresh refuse register reject relate relay release rely remain remember remove rename render renew reopen repair repeat
replace replay reply report represent request require rerun rescue reserve reset resolve respect respond rest restart
restore restrict result resume retain retire retry return reuse reveal reverse revoke rewrite ring rise roll rotate
round run sample satisfy save say scale scan schedule scrape scroll search see seek seem select send separate serialise
serve set settle shape share shift show shrink shut sign simulate sit skip sleep slide sort space spawn speak specify
spell spend split spread stand start starve state stay steal stop store stream stretch strip submit subscribe succeed
suffice suggest supply support suppress survive swallow swap switch synchronise tag take talk tell tend terminate test
throw throttle tie time touch trace track transfer transform translate travel treat trigger trim trust try turn type
undo unlock unpack update upgrade upload use validate vanish vary verify view violate visit vouch wait wake walk want
warn waste watch weigh win wipe wish withdraw work wrap write yield answer bring begin become arise browse buy catch feed grow
die decay decline dispatch debounce coalesce escalate evolve fold fork hash highlight index invalidate iterate label lay
mount mutate normalise patch pipe pop postpone project quarantine rank rate reach reappear reassign reconcile reconnect
reorder resend resize rethrow sanitise shed shuffle snap sweep tick toggle truncate unmount unwrap zoom like stay cope
tolerate encounter document compress account signal extrapolate implement inform free conflict estimate ease fence hand deduplicate reclaim reload sanitize lend allocate attribute bear bend bind break blur
drag drive delegate downscale embed emit flow frame greet import intersect lease mirror narrow occur overdraw park pay
page ping proxy pump quantise recreate redraw refetch recount rejoin reissue relabel reproduce rescan retell revive
scatter score shorten sit slow smooth sniff spare stub succeed sum tear think tile top transcode trip unite unfold
value wander warm wear widen wrap await ask fulfill initialize authorize synchronize normalize recognize serialize
`;

/** Forms that the rules of spelling do not give. */
const IRREGULAR = `
is are was were be been being am has had having does do did done doing can could may might must shall should will would
cannot isn't aren't can't don't doesn't didn't won't wasn't weren't hasn't haven't needn't mustn't couldn't wouldn't
let's it's that's there's
came become became began begun bore born bound broke broken brought built bought caught chose chosen cut dealt drew
drawn drove driven fed fell fallen felt found flew forgot forgotten froze frozen gave given went gone got gotten grew
grown heard held hid hidden kept knew known laid lain lay led left lent lost made meant met paid put ran read rose risen
rung said saw seen sent set shed shone shown shrank shrunk shut sold spent spoke spoken spread stood stole stolen struck
swept taken took taught threw thrown thought told tore torn understood undid undone withdrew withdrawn woke woken won
wore worn wrote written rewrote rewritten rebuilt resent overtook overtaken overwritten outlived slept dying lying tied
`;

/** Words that name things as often as they do something: alone they are no verb. */
const NOUNS = new Set(
  `account act address answer attempt batch block bound bundle cache call cause change charge check claim click clone close
  commit conflict copy cost count crash cut damage deal delay demand display document double download drain draw drop dry empty
  end equal escape exit export fade fall filter find fire fit fix flag flow focus form format forward frame grant guard
  guess hand handle hash help hit hold import increase index install interrupt join judge jump label lack land last
  launch lead leak lease leave lift like limit line link list live load lock log look loop lower map mark match matter
  mean measure merge move name need note notice offer open order override own pack page paint park part partition pass
  paste patch pause pay pick pin pipe place plan plant play point poll present press print probe process project promise
  prompt proxy publish pull pump purge push queue quote race rank rate reach read rebuild record redirect release relay
  rename repair repeat replay reply report request reserve reset rest restart result retry return reuse ring rise roll
  round run sample save scale scan score scrape scroll search set shape share shift show sign signal slide slow sort space
  spare split spread stand start state stay stop store stream stretch strip stub sum supply support swap sweep switch
  tag talk test throttle tick tie tile time top touch trace track transfer transform travel trigger trim trip trust try
  turn type update upgrade upload use value view visit wait wake walk waste watch wear win wipe wish withdraw work
  write yield zoom`.split(/\s+/),
);

/** The forms of a verb: "copy" gives copies, copied, copying. */
function formsOf(verb) {
  const stem = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}i` : verb;
  const third = /(?:s|x|z|ch|sh|i|o)$/.test(stem) ? `${stem}es` : `${verb}s`;
  const short = verb.replace(/e$/, '');
  const doubled = `${verb}${verb.at(-1)}`;
  return [third, `${stem.replace(/e$/, '')}ed`, `${short}ing`, `${doubled}ed`, `${doubled}ing`];
}

const bases = [...new Set(REGULAR.trim().split(/\s+/))];

const CERTAIN = new Set([
  ...bases.filter((verb) => !NOUNS.has(verb)),
  ...bases.flatMap(formsOf),
  ...IRREGULAR.trim().split(/\s+/),
]);
const PLURAL = /^(?:[a-z]+s|they|we|you|who|that|which|some|others)$/;

const OBJECT = /^(?:it|them|these|this|the|an?|your)$/;

/** True when one of the words is a verb, or may be one by the word before or after it. */
export const hasVerb = (phrase) =>
  phrase
    .toLowerCase()
    .split(/[^a-z']+/)
    .some(
      (word, at, words) =>
        CERTAIN.has(word) ||
        (NOUNS.has(word) && (PLURAL.test(words[at - 1] ?? '') || OBJECT.test(words[at + 1] ?? ''))),
    );
