/** Syntax errors of JSON bodies, with the messages of JSON.parse. */

const PLACEHOLDER = '#';

/**
 * Removes all properties but the message and the stack from an error thrown by JSON.parse or a reviver, so that only the caller
 * sets `status`, `type` and so on.
 */
export function cleanSyntaxError(thrown: any, message: string = thrown.message): unknown {
  const { stack } = thrown;
  for (const name of Object.getOwnPropertyNames(thrown)) {
    if (name !== 'stack' && name !== 'message') delete thrown[name];
  }
  thrown.stack = stack.replace(thrown.message, message);
  thrown.message = message;
  return thrown;
}

/**
 * The error for text that is neither an object nor an array. JSON.parse would accept it, so it is called with the text replaced
 * by `#` from that index on, and each `#` in its message is replaced with the original text.
 */
export function createStrictError(text: string, index: number): unknown {
  const rest = text.length - index;
  try {
    JSON.parse(text.slice(0, rest === 0 ? 0 : index) + PLACEHOLDER.repeat(rest));
  } catch (error: any) {
    const message = error.message.replace(/#+/g, (marks: string) => text.slice(index, index + marks.length));
    return cleanSyntaxError(error, message);
  }
  return new SyntaxError('strict violation');
}
