import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  type Dashboard,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as GraphBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

/** Filled in by Grafana: the span between two points. */
export const STEP = '$__rate_interval';
const SOURCE = { type: 'prometheus', uid: '$datasource' };

type Unit = 's' | 'reqps' | 'ops' | 'bytes' | 'Bps' | 'percentunit' | 'short' | 'cores';
type Panel = GraphBuilder | StatBuilder | TableBuilder;

/** The keys are legends; a legend names labels in double braces. */
export type Queries = Readonly<Record<string, string>>;

interface PanelOptions {
  unit: Unit;
  help: string;
  limit?: number;
}

function common<P extends Panel>(panel: P, title: string, { unit, help, limit }: PanelOptions): P {
  const red = limit === undefined ? [] : [{ value: limit, color: 'red' }];
  const steps = [{ value: null, color: 'green' }, ...red];
  panel.title(title).description(help).datasource(SOURCE).unit(unit);
  panel.thresholds(new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(steps));
  return panel;
}

const target = (legend: string, expr: string, index: number): DataqueryBuilder =>
  new DataqueryBuilder().refId(`q${index}`).datasource(SOURCE).expr(expr).legendFormat(legend);

/** `exemplars`: dots that lead to traces. */
export function graph(title: string, queries: Queries, options: PanelOptions & { exemplars?: true }): Panel {
  const panel = common(new GraphBuilder(), title, options).min(0).fillOpacity(8).height(8).span(8);
  for (const [index, [legend, expr]] of Object.entries(queries).entries())
    panel.withTarget(
      target(legend, expr, index)
        .range()
        .exemplar(options.exemplars ?? false),
    );
  return panel;
}

export function figure(title: string, queries: Queries, options: PanelOptions): Panel {
  const panel = common(new StatBuilder(), title, options).height(4).span(4);
  for (const [index, [legend, expr]] of Object.entries(queries).entries())
    panel.withTarget(target(legend, expr, index).instant());
  return panel;
}

/** A row for each current series. */
export function list(title: string, expr: string, options: PanelOptions): Panel {
  const panel = common(new TableBuilder(), title, options).height(8).span(16);
  return panel.withTarget(
    target('', expr, 0)
      .instant()
      .format('table' as never),
  );
}

export interface DashboardOptions {
  name: string;
  title: string;
  rows: Readonly<Record<string, readonly Panel[]>>;
}

export function dashboard({ name, title, rows }: DashboardOptions): Dashboard {
  const built = new DashboardBuilder(`Skyshelf: ${title}`)
    .uid(`skyshelf-${name}`)
    .tags(['skyshelf'])
    .time({ from: 'now-3h', to: 'now' })
    .refresh('1m')
    .withVariable(new DatasourceVariableBuilder('datasource').label('Source').type('prometheus'))
    .withVariable(
      new QueryVariableBuilder('namespace')
        .label('Namespace')
        .datasource(SOURCE)
        .query('label_values(skyshelf_http_requests_total, namespace)'),
    );
  for (const [row, panels] of Object.entries(rows)) {
    built.withRow(new RowBuilder(row));
    for (const panel of panels) built.withPanel(panel);
  }
  return built.build();
}
