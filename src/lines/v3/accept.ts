import { mime } from './mime.js';

/** One element of an Accept, Accept-Charset, Accept-Encoding or Accept-Language header. */
export interface Accepted {
  value: string;
  quality: number;
  params: Record<string, string | undefined>;
  originalIndex?: number | undefined;
}

export type AcceptedType = Accepted & { type: string; subtype: string | undefined };

/** The elements of a header with a quality above zero, best first. */
export function parseAccepted(header: string): Accepted[] {
  return header
    .split(/ *, */)
    .map(parseElement)
    .filter(({ quality }) => quality)
    .sort((a, b) => b.quality - a.quality || a.originalIndex! - b.originalIndex!);
}

export function parseAcceptedTypes(header: string): AcceptedType[] {
  return parseAccepted(header).map((element) => {
    const [type, subtype] = element.value.split('/');
    return Object.assign(element, { type: type!, subtype });
  });
}

/** The offer that matches the best element of the header, or undefined. */
export function chooseOffer(
  offers: string | ArrayLike<string>,
  header: string | undefined,
): string | undefined {
  const list = typeof offers === 'string' ? offers.split(/ *, */) : offers;
  if (!header) return list[0];
  const types: Offer[] = [];
  for (let i = 0; i < list.length; i++) types.push(readOffer(list[i]!));
  for (const accepted of parseAcceptedTypes(header)) {
    const index = types.findIndex((type) => matchesAccepted(type, accepted));
    if (index !== -1) return list[index];
  }
  return undefined;
}

type Offer = Pick<Accepted, 'value' | 'params'>;

/** An offer is a media type, or the file extension of one. */
export function readOffer(type: string): Offer {
  return type.indexOf('/') === -1 ? { value: mime.lookup(type), params: {} } : parseElement(type);
}

function parseElement(text: string, index?: number): Accepted {
  const [value, ...parameters] = text.split(/ *; */);
  const element: Accepted = { value: value!, quality: 1, params: {}, originalIndex: index };
  for (const parameter of parameters) {
    const [name, setting] = parameter.split(/ *= */);
    if (name === 'q') element.quality = Number.parseFloat(setting!);
    else element.params[name!] = setting;
  }
  return element;
}

export function matchesAccepted(
  { value, params }: Pick<Accepted, 'value' | 'params'>,
  accepted: AcceptedType,
): boolean {
  const [type, subtype] = value.split('/');
  return (
    (accepted.type === type || accepted.type === '*') &&
    (accepted.subtype === subtype || accepted.subtype === '*') &&
    Object.keys(params).every((name) => params[name] === accepted.params[name])
  );
}
