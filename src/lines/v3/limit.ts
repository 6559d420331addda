import depd from 'depd';

const deprecate = depd('maglev');

/** In its own file, because depd names the first caller outside of the file that warns. */
export function warnOfLimit(): void {
  deprecate('limit: Restrict request size at location of read');
}
