import net from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Request } from 'express-serve-static-core';
import proxyaddr from 'proxy-addr';
import type { App } from '../contracts/app.js';
import { readSetting, type TrustFunction } from '../registration/settings.js';
import type { RequestLine } from './line.js';

// Taken when loaded, as in Express: tests of applications replace it later.
const { isIP } = net;

export function createNetwork({ socketOf }: Pick<RequestLine, 'socketOf'>) {
  return { protocol, host };

  /** @example req.protocol; // 'https', also behind a trusted proxy that says so */
  function protocol(this: Request): string {
    const own = (socketOf(this) as TLSSocket).encrypted ? 'https' : 'http';
    const trusted = trustFunctionOf(this)(socketOf(this).remoteAddress, 0);
    return trusted ? firstOf(this.get('X-Forwarded-Proto') || own).trim() : own;
  }

  /** @example req.host; // 'example.com:3000' */
  function host(this: Request): string | undefined {
    const trusts = trustFunctionOf(this);
    const forwarded = this.get('X-Forwarded-Host');
    const trusted = forwarded && trusts(socketOf(this).remoteAddress, 0);
    const value = trusted ? firstOf(forwarded) : this.get('Host');
    return value || undefined;
  }
}

/** @example req.secure; // req.protocol === 'https' */
export function secure(this: Request): boolean {
  return this.protocol === 'https';
}

/** @example req.ip; // '203.0.113.7', the nearest address that is not a trusted proxy */
export function ip(this: Request): string {
  return proxyaddr(this, trustFunctionOf(this));
}

/** @example req.ips; // ['client', 'proxy1', 'proxy2'] */
export function ips(this: Request): string[] {
  const nearestFirst = proxyaddr.all(this, trustFunctionOf(this));
  return nearestFirst.slice(1).reverse();
}

/** @example req.subdomains; // ['ferrets', 'tobi'] for tobi.ferrets.example.com */
export function subdomains(this: Request): string[] {
  const { hostname } = this;
  if (!hostname) return [];
  const labels = isIP(hostname) ? [hostname] : hostname.split('.').reverse();
  return labels.slice(this.app.get('subdomain offset'));
}

/** @example req.hostname; // 'example.com', or '[::1]' for an IPv6 literal */
export function hostname(this: Request): string | undefined {
  return withoutPort(this.host);
}

export function withoutPort(host: string | undefined): string | undefined {
  if (!host) return undefined;
  const colon = host.indexOf(':', host[0] === '[' ? host.indexOf(']') + 1 : 0);
  return colon === -1 ? host : host.slice(0, colon);
}

function trustFunctionOf(req: Request): TrustFunction {
  return readSetting(req.app as App, 'trust proxy fn');
}

/** If there are several values, the first is the client's. */
function firstOf(list: string): string {
  const comma = list.indexOf(',');
  return comma === -1 ? list : list.slice(0, comma).trimEnd();
}
