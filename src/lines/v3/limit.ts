import depd from 'depd';

const deprecate = depd('maglev');

/** In a file of its own, because a warning names the place outside: here that is who limits, and not who is limited. */
export function warnOfLimit(): void {
  deprecate('limit: Restrict request size at location of read');
}
