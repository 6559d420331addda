/** TLS with a pre-shared key instead of a certificate, so that nothing in the repository expires. */
import tls from 'node:tls';

const key = Buffer.from('a key that both sides of the test know');
const secure = { ciphers: 'PSK+HIGH', maxVersion: 'TLSv1.2', minVersion: 'TLSv1.2' } as const;

/** Server options. */
export const tlsServer: tls.TlsOptions = { ...secure, pskCallback: () => key };

export function connectTls(port: number): tls.TLSSocket {
  return tls.connect({
    ...secure,
    port,
    host: '127.0.0.1',
    pskCallback: () => ({ psk: key, identity: 'test' }),
    checkServerIdentity: () => undefined,
  });
}
