"""Rearranges the OpenAPI description of the API for our page about the API: the operations with their parameters, and
the answers with their fields.
"""

from typing import Any, Final

_KINDS: Final = {"integer": "number", "string": "text", "boolean": "yes or no", "object": "object", "array": "list"}


def operations(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the subjects of the API, such as `Findings`, in the order of the OpenAPI description `spec`. Each subject
    is a dict with the list of its operations under `operations`.
    """
    groups: dict[str, dict[str, Any]] = {tag["name"]: {**tag, "operations": []} for tag in spec["tags"]}
    for path, item in spec["paths"].items():
        shared = item.get("parameters", [])
        for method, operation in item.items():
            if method != "parameters":
                listed = [*shared, *operation.get("parameters", [])]
                sent = operation.get("requestBody", {}).get("content", {})
                groups[operation["tags"][0]]["operations"].append(
                    {
                        "method": method.upper(),
                        "path": path,
                        "summary": operation["summary"],
                        "parameters": [_parameter(each) for each in listed],
                        "body": next(iter(sent), ""),
                        "takes": next((_name(each["schema"]) for each in sent.values()), ""),
                        "answer": _name(operation["responses"]["200"]["content"]["application/json"]["schema"]),
                    }
                )
    return list(groups.values())


def answers(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns every kind of JSON object in the OpenAPI description `spec`: its name and the list of its fields."""
    return [
        {"name": name, "fields": [_field(key, value) for key, value in schema.get("properties", {}).items()]}
        for name, schema in spec["components"]["schemas"].items()
    ]


def _parameter(parameter: dict[str, Any]) -> dict[str, str]:
    schema = parameter["schema"]
    return {
        "name": parameter["name"],
        "where": parameter["in"],
        "kind": _kind(schema),
        "bounds": _bounds(schema),
        "meaning": parameter.get("description", ""),
    }


def _field(name: str, schema: dict[str, Any]) -> dict[str, str]:
    inner = schema.get("items", schema.get("additionalProperties", schema))
    inner = inner.get("items", inner) if isinstance(inner, dict) else {}
    return {"name": name, "kind": _kind(schema), "of": _name(inner), "meaning": schema.get("description", "")}


def _kind(schema: dict[str, Any]) -> str:
    kinds = schema.get("type", "object")
    listed = [kinds] if isinstance(kinds, str) else kinds
    return " or ".join([_KINDS.get(kind, kind) for kind in listed])


def _bounds(schema: dict[str, Any]) -> str:
    """Returns the limits of a value in words: the list of allowed values, a pattern, or a range such as `1 to 200`.
    Empty if there are no limits.
    """
    if "enum" in schema:
        return ", ".join([value or "(empty)" for value in schema["enum"]])
    if "pattern" in schema:
        return str(schema["pattern"])
    if "maximum" in schema:
        return f"{schema['minimum']:,} to {schema['maximum']:,}"
    if "maxLength" in schema:
        return f"at most {schema['maxLength']} characters"
    return f"from {schema['minimum']}" if "minimum" in schema else ""


def _name(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]
