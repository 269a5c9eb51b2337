import type { Office } from '../operator/offices';

export type DocumentText = {
  title: string;
  /** In large letters above the title: this is no document for customers. */
  stamp?: string;
  intro: readonly string[];
  topics: readonly DocumentTopic[];
};

export type DocumentTopic = { heading: string; blocks: readonly Block[] };

export type Block = string | { points: readonly string[] } | { lines: readonly string[] };

export function officeLines({ name, street, city, phone, email, website }: Office): Block {
  const reach = { Telefon: phone, 'E-Mail': email, Internet: website?.replace('https://', '') };
  const ways = Object.entries(reach).filter(([, value]) => value);
  return { lines: [name, street, city, ...ways.map(([way, value]) => `${way}: ${value}`)] };
}
