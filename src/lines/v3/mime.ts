import { send } from '../shared/send.js';

export const { mime } = send;

/** The charset that a media type is sent with: that of 4.x knows more of them. */
export function charsetOf(type: string): string | undefined {
  return /^text\//.test(type) ? 'UTF-8' : undefined;
}
