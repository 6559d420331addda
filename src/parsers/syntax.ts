/** Syntax errors of JSON bodies, in the words of the runtime. */

const PLACEHOLDER = '#';

/**
 * The error made bare: of what JSON.parse or a reviver threw, message and stack remain. The fields that HTTP errors
 * carry, and which a reviver's error might bring along, are set by the caller alone.
 */
export function syntaxError(thrown: any, message: string = thrown.message): unknown {
  const { stack } = thrown;
  for (const name of Object.getOwnPropertyNames(thrown)) {
    if (name !== 'stack' && name !== 'message') delete thrown[name];
  }
  thrown.stack = stack.replace(thrown.message, message);
  thrown.message = message;
  return thrown;
}

/**
 * The error of a text that is JSON, perhaps, but neither an object nor an array. Strictness is ours, so the runtime
 * has to be made to complain at that place: it gets a text it cannot like from there on, and the complaint is given
 * the real text back.
 */
export function violation(text: string, index: number): unknown {
  const rest = text.length - index;
  try {
    JSON.parse(text.slice(0, rest === 0 ? 0 : index) + PLACEHOLDER.repeat(rest));
  } catch (error: any) {
    const message = error.message.replace(/#+/g, (marks: string) => text.slice(index, index + marks.length));
    return syntaxError(error, message);
  }
  return new SyntaxError('strict violation');
}
