declare module 'accepts' {
  import type { IncomingMessage } from 'node:http';

  interface Accepts {
    types(...types: unknown[]): string | string[] | false;
    encodings(...encodings: unknown[]): string | string[] | false;
    charsets(...charsets: unknown[]): string | string[] | false;
    languages(...languages: unknown[]): string | string[] | false;
  }
  export default function accepts(req: IncomingMessage): Accepts;
}

declare module 'fresh' {
  export default function fresh(
    requestHeaders: Record<string, unknown>,
    responseHeaders: Record<string, unknown>,
  ): boolean;
}

declare module 'parseurl' {
  import type { IncomingMessage } from 'node:http';
  import type { Url } from 'node:url';

  function parseurl(req: IncomingMessage): Url & { query: string | null };
  namespace parseurl {
    function original(req: IncomingMessage): Url & { query: string | null };
  }
  export default parseurl;
}

declare module 'proxy-addr' {
  import type { IncomingMessage } from 'node:http';

  type Trust = (address: string | undefined, hop: number) => boolean;
  function proxyaddr(req: IncomingMessage, trust: Trust): string;
  namespace proxyaddr {
    function all(req: IncomingMessage, trust?: Trust): string[];
    function compile(ranges: string | string[]): Trust;
  }
  export default proxyaddr;
}

declare module 'type-is' {
  import type { IncomingMessage } from 'node:http';

  function typeis(req: IncomingMessage, types: unknown[]): string | false | null;
  namespace typeis {
    function is(value: string | undefined, types: unknown): string | false;
  }
  export default typeis;
}
