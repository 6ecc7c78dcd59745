#!/usr/bin/env python3
"""Gives every rendered shape to the providers' own Python libraries. No network, no key.

    python3 -m venv venv && venv/bin/pip install -r tests/providers/requirements.txt
    PROVIDERS_PYTHON=venv/bin/python scripts/check providers

The test writes `profiles.json` and calls this script with its path. A library that is not installed is skipped with a
notice. A line per library: how many shapes it takes as they are, changes, or refuses. Any change or refusal fails the
run. A change that a library makes to everybody's schemas, and that loses nothing, is taken out before the comparison:
each has a function below that says what it is.
"""

import copy
import importlib.metadata
import json
import sys

def version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def each(schema, change):
    """Returns a schema after a change of it and of every schema below. Names of properties are left alone."""
    if isinstance(schema, list):
        return [each(one, change) for one in schema]
    if not isinstance(schema, dict):
        return schema
    below = {}
    for key, value in schema.items():
        if key in ("properties", "$defs") and isinstance(value, dict):
            below[key] = {name: each(one, change) for name, one in value.items()}
        elif key in ("default", "enum"):
            below[key] = value
        else:
            below[key] = each(value, change)
    return change(below)


def as_it_is(schema):
    return schema


def type_beside_enum(schema):
    """anthropic: transform_schema leaves `type` out beside `enum`, which says it."""
    return each(schema, lambda one: {k: v for k, v in one.items() if not (k == "type" and "enum" in one)})


def empty_properties(schema):
    """pydantic-ai: every object gets `properties`, if need be empty ones."""
    return each(schema, lambda one: {k: v for k, v in one.items() if not (k == "properties" and v == {})})


def formats(schema):
    """pydantic-ai: formats become `Format: ..` in the description, whether Gemini knows them or not."""

    def without(one):
        said = one.get("description", "")
        lines = [line for line in said.split("\n") if not line.startswith("Format: ")] if isinstance(said, str) else []
        kept = {k: v for k, v in one.items() if k not in ("format", "description")}
        return kept | ({"description": "\n".join(lines)} if any(lines) else {})

    return each(schema, without)


def openai_agents(schema, strict):
    from agents import FunctionTool
    from agents.strict_schema import ensure_strict_json_schema

    async def run(_context, _arguments):
        return ""

    given = copy.deepcopy(schema)
    FunctionTool(name="t", description="d", params_json_schema=given, on_invoke_tool=run, strict_json_schema=strict)
    return ensure_strict_json_schema(copy.deepcopy(schema)) if strict else given


def anthropic_strict(schema, _strict):
    from anthropic import transform_schema

    return transform_schema(copy.deepcopy(schema))


def anthropic_tool(schema, _strict):
    from anthropic.types import ToolParam
    from pydantic import TypeAdapter

    tool = {"name": "t", "description": "d", "input_schema": copy.deepcopy(schema)}
    return TypeAdapter(ToolParam).validate_python(tool)["input_schema"]


def gemini(schema, _strict):
    from google.genai import types

    if schema is None:
        types.FunctionDeclaration(name="t", description="d")
        return None
    declared = types.FunctionDeclaration(name="t", description="d", parameters=copy.deepcopy(schema))
    return lowered(declared.parameters.model_dump(mode="json", by_alias=True, exclude_none=True))


def lowered(schema):
    """Returns a dumped Schema with its types written as JSON Schema writes them."""
    return each(schema, lambda one: one | ({"type": one["type"].lower()} if isinstance(one.get("type"), str) else {}))


def gemini_json(schema, _strict):
    from google.genai import types

    declared = types.FunctionDeclaration(name="t", description="d", parameters_json_schema=copy.deepcopy(schema))
    return declared.parameters_json_schema


def pydantic_ai_openai(schema, strict):
    from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer

    transformer = OpenAIJsonSchemaTransformer(copy.deepcopy(schema), strict=strict)
    walked = transformer.walk()
    if strict and not transformer.is_strict_compatible:
        raise ValueError("not compatible with strict")
    return walked


def pydantic_ai_google(schema, _strict):
    from pydantic_ai.profiles.google import GoogleJsonSchemaTransformer

    return None if schema is None else GoogleJsonSchemaTransformer(copy.deepcopy(schema)).walk()


def json_schema(schema, _strict):
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema)
    return schema


# Label, package, profile, what is done, what is left out of the comparison.
CHECKS = [
    ("openai-agents", "openai-agents", "openai", openai_agents, as_it_is),
    ("openai-agents", "openai-agents", "openai_strict", openai_agents, as_it_is),
    ("pydantic-ai openai", "pydantic-ai-slim", "openai", pydantic_ai_openai, empty_properties),
    ("pydantic-ai openai", "pydantic-ai-slim", "openai_strict", pydantic_ai_openai, empty_properties),
    ("anthropic", "anthropic", "anthropic", anthropic_tool, as_it_is),
    ("anthropic", "anthropic", "anthropic_strict", anthropic_strict, type_beside_enum),
    ("google-genai", "google-genai", "gemini", gemini, as_it_is),
    ("google-genai", "google-genai", "gemini_json", gemini_json, as_it_is),
    ("pydantic-ai google", "pydantic-ai-slim", "gemini_json", pydantic_ai_google, formats),
    ("jsonschema", "jsonschema", "bedrock_anthropic", json_schema, as_it_is),
    ("jsonschema", "jsonschema", "bedrock_other", json_schema, as_it_is),
    ("jsonschema", "jsonschema", "llama", json_schema, as_it_is),
    ("jsonschema", "jsonschema", "mcp", json_schema, as_it_is),
    ("jsonschema", "jsonschema", "moonshot", json_schema, as_it_is),
]


def main(path):
    with open(path, encoding="utf-8") as file:
        tools = json.load(file)["tools"]
    failed = []
    print(f"{'library':<28} {'profile':<18} {'shapes':>6} {'taken':>6} {'changed':>8} {'refused':>8} {'no form':>8}")
    for label, package, profile, check, compared in CHECKS:
        if not (installed := version(package)):
            print(f"{label:<28} {profile:<18} skipped: {package} is not installed")
            continue
        taken = changed = refused = no_form = 0
        for tool in tools:
            rendered = tool["profiles"][profile]
            if "refused" in rendered:
                no_form += 1
                continue
            schema = rendered["schema"]
            try:
                result = check(schema, rendered["strict"])
            except Exception as error:  # Whatever a library raises is its refusal.
                refused += 1
                failed.append(f"{label} {installed}, {profile}, {tool['shape']}: {type(error).__name__}: {error}")
                continue
            if compared(result) == compared(schema):
                taken += 1
            else:
                changed += 1
                failed.append(f"{label} {installed}, {profile}, {tool['shape']}: changed\n  {schema}\n  {result}")
        name = f"{label} {installed}"
        print(f"{name:<28} {profile:<18} {len(tools):>6} {taken:>6} {changed:>8} {refused:>8} {no_form:>8}")
    for line in failed:
        print(line)
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} profiles.json")
    sys.exit(main(sys.argv[1]))
