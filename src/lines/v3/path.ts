/** A parameter of a path, as in `route.keys`. */
export interface Key {
  name: string;
  optional: boolean;
}

const PARAMETER = /(\/)?(\.)?:(\w+)(\(.*?\))?(\?)?(\*)?/g;

/**
 * The RegExp of a path of 3.x; its parameters are added to `keys`. The replacements and their order are the grammar:
 * everything else is RegExp syntax.
 */
export function pathRegexp(path: any, keys: Key[], sensitive?: boolean, strict?: boolean): RegExp {
  if (Object.prototype.toString.call(path) === '[object RegExp]') return path;
  const text: string = Array.isArray(path) ? `(${path.join('|')})` : path;
  const source = text
    .concat(strict ? '' : '/?')
    .replace(/\/\(/g, '(?:/')
    .replace(PARAMETER, (_, slash = '', dot = '', name, capture, optional = '', star) => {
      keys.push({ name, optional: optional !== '' });
      const group = `${dot}${capture ?? (dot ? '([^/.]+?)' : '([^/]+?)')}`;
      const inside = optional ? `(?:${slash}${group})?` : `${slash}(?:${group})`;
      return star ? `${inside}(/*)?` : inside;
    })
    .replace(/[/.]/g, '\\$&')
    .replace(/\*/g, '(.*)');
  return new RegExp(`^${source}$`, sensitive ? '' : 'i');
}
