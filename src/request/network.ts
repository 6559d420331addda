import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Request } from 'express-serve-static-core';
import proxyaddr from 'proxy-addr';
import type { TrustFunction } from '../registration/settings.js';

/** @example req.protocol; // 'https', also behind a trusted proxy that says so */
export function protocol(this: Request): string {
  const own = (this.socket as TLSSocket).encrypted ? 'https' : 'http';
  return trustsPeer(this) ? firstOf(this.get('X-Forwarded-Proto') || own).trim() : own;
}

/** @example req.secure; // req.protocol === 'https' */
export function secure(this: Request): boolean {
  return this.protocol === 'https';
}

/** @example req.ip; // '203.0.113.7', the nearest address that is not a trusted proxy */
export function ip(this: Request): string {
  return proxyaddr(this, trust(this));
}

/** @example req.ips; // ['client', 'proxy1', 'proxy2'] */
export function ips(this: Request): string[] {
  const nearestFirst = proxyaddr.all(this, trust(this));
  return nearestFirst.slice(1).reverse();
}

/** @example req.subdomains; // ['ferrets', 'tobi'] for tobi.ferrets.example.com */
export function subdomains(this: Request): string[] {
  const { hostname } = this;
  if (!hostname) return [];
  const labels = isIP(hostname) ? [hostname] : hostname.split('.').reverse();
  return labels.slice(this.app.get('subdomain offset'));
}

/** @example req.host; // 'example.com:3000' */
export function host(this: Request): string | undefined {
  const trusts = trust(this);
  const forwarded = this.get('X-Forwarded-Host');
  const trusted = forwarded && trusts(this.socket.remoteAddress, 0);
  const value = trusted ? firstOf(forwarded) : this.get('Host');
  return value || undefined;
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

function trust(req: Request): TrustFunction {
  return req.app.get('trust proxy fn');
}

function trustsPeer(req: Request): boolean {
  return trust(req)(req.socket.remoteAddress, 0);
}

/** Proxies are meant to send one value; of several, the first is the client's. */
function firstOf(list: string): string {
  const comma = list.indexOf(',');
  return comma === -1 ? list : list.slice(0, comma).trimEnd();
}
