import type { Node } from '../code/parser.js';
import { headNames } from '../code/scopes.js';
import { collect } from '../code/source-file.js';
import {
  isFunction,
  type MethodCall,
  methodCallOf,
  nameOfBinding,
  stringOf,
  unwrap,
} from '../code/syntax.js';
import type { Visit } from '../code/visit.js';

/** Whether a response may already have a type when a method is called: from the enclosing function, or middleware of the file. */
export function mayHaveType({ object }: MethodCall, { file, parents }: Visit): boolean {
  const root = rootOf(object);
  const isOwner = (one: Node) => isFunction(one) && (root === null || headNames(one).includes(root));
  const around = parents.findLast(isOwner) ?? parents.findLast(isFunction) ?? file.program;
  const middleware = file.calls
    .filter(({ name }) => name === 'use')
    .flatMap(({ args }) => args.filter((one) => isFunction(one) && one.params.length === 3));
  return setsType(around, root) || middleware.some((one) => setsType(one, nameOfBinding(one.params[1])));
}

/** Whether the type of a response is set anywhere in some code. */
function setsType(code: Node, response: string | null): boolean {
  const found: Node[] = [];
  collect(
    code,
    (one) => {
      const call = methodCallOf(one);
      return call !== null && isTyping(call) && rootOf(call.object) === response;
    },
    found,
  );
  return found.length > 0;
}

/** The object at the start of a chain of calls, if it is a name. */
function rootOf(object: Node): string | null {
  let node = unwrap(object);
  for (let call = methodCallOf(node); call !== null; call = methodCallOf(node)) node = unwrap(call.object);
  return nameOfBinding(node);
}

function isTyping({ name, args: [first] }: MethodCall): boolean {
  if (/^(?:type|contentType|attachment|writeHead|setHeaders)$/.test(name)) return true;
  if (!/^(?:set|header|setHeader|append)$/.test(name) || first === undefined) return false;
  const header = stringOf(first);
  if (header !== null) return isType(header);
  const { properties } = unwrap(first);
  return !properties?.every(({ key, computed }: Node) => {
    return key && !computed && !isType(String(key.name ?? key.value));
  });
}

function isType(header: string): boolean {
  return header.toLowerCase() === 'content-type';
}
