/** The query protocol of AWS, which CloudFormation and SNS use: requests are forms, responses are XML. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Json, JsonObject } from '../json.ts';
import { isObject } from '../json.ts';

export const isQuery = (headers: IncomingHttpHeaders) =>
  String(headers['content-type']).startsWith('application/x-www-form-urlencoded');

/** Reads `Action=…` and the rest: `Tags.member.1.Key=a` is `{ Tags: [{ Key: 'a' }] }`. */
export function readQuery(body: string): { operation: string; input: JsonObject } {
  const { Action: operation = '', Version: _, ...fields } = Object.fromEntries(new URLSearchParams(body));
  const tree: JsonObject = {};
  for (const [name, value] of Object.entries(fields)) setPath(tree, name.split('.'), value);
  return { operation, input: Object.fromEntries(Object.entries(tree).map(([name, node]) => [name, withLists(node)])) };
}

function setPath(tree: JsonObject, [first = '', ...rest]: string[], value: string) {
  if (rest.length === 0) {
    tree[first] = value;
    return;
  }
  const known = tree[first];
  const branch = isObject(known) ? known : {};
  tree[first] = branch;
  setPath(branch, rest, value);
}

function withLists(node: Json): Json {
  if (!isObject(node)) return node;
  const { member } = node;
  if (isObject(member)) return Object.values(member).map(withLists);
  return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, withLists(child)]));
}

const escapeXml = (text: string) =>
  text.replaceAll(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;' })[letter] ?? '&gt;');

/** Writes a value, whose list items have this name. Null values are left out, as AWS does. */
export const xmlWith =
  (itemName: string) =>
  (name: string, value: Json): string => {
    const element = (tag: string, inside: Json): string =>
      inside === null ? '' : `<${tag}>${content(inside)}</${tag}>`;
    const content = (inside: Json): string => {
      if (Array.isArray(inside)) return inside.map((item) => element(itemName, item)).join('');
      if (!isObject(inside)) return escapeXml(String(inside));
      return Object.entries(inside)
        .map(([tag, each]) => element(tag, each))
        .join('');
    };
    return element(name, value);
  };
const xml = xmlWith('member');

export function respondXml(response: ServerResponse, operation: string, result: JsonObject) {
  const inside = xml(`${operation}Result`, result) + xml('ResponseMetadata', { RequestId: randomUUID() });
  sendXml(response, 200, `<${operation}Response>${inside}</${operation}Response>`);
}

/** Sends an error that is the caller's fault. */
export function refuseXml(response: ServerResponse, status: number, code: string, message: string) {
  const error = { Error: { Type: 'Sender', Code: code, Message: message }, RequestId: randomUUID() };
  sendXml(response, status, xml('ErrorResponse', error));
}

export function sendXml(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
