"""Validates objects strictly against kubernetes-validate's schemas of several versions, each of which is read once.

    PYTHONPATH=… python3 validate-schemas.py FILE VERSION…
"""

import functools
import re
import sys

import jsonschema
import yaml
from kubernetes_validate.utils import schema_contents
from referencing import Registry, Resource

FOLDER = "kubernetes-json-schema/v%s-local-strict/%s.json"


@functools.cache
def definitions(version):
    found = schema_contents(FOLDER % (version, "_definitions"), version)
    return (Resource.from_contents(found) @ Registry()).crawl()


@functools.cache
def validator(version, kind, api_version):
    group = re.sub(r"^([^./]*)(?:\.[^/]*)?/", r"\1-", api_version)
    schema = schema_contents(FOLDER % (version, f"{kind.lower()}-{group}"), version)
    registry = (Resource.from_contents(schema) @ definitions(version)).crawl()
    return jsonschema.Draft202012Validator(schema, registry=registry)


wrong = 0
with open(sys.argv[1], encoding="utf-8") as file:
    objects = [each for each in yaml.load_all(file, yaml.CSafeLoader) if each]
for version in sys.argv[2:]:
    for each in objects:
        for error in validator(version, each["kind"], each["apiVersion"]).iter_errors(each):
            wrong += 1
            print(f"{version}: {each['kind']} {each['metadata']['name']}: {error.json_path}: {error.message[:300]}")
print(f"{len(objects)} objects in {len(sys.argv) - 2} versions, {wrong} wrong")
sys.exit(1 if wrong or not objects else 0)
