import type { Sought } from './search-queries.ts'
import { HARBOR_VALE } from './story.ts'
import { CLIENT_TALES, FILING_TALES } from './story-clients.ts'
import { CONTRACT_TALES } from './story-contracts.ts'
import { CLOSE_TALES, EXPENSE_TALES, INVOICE_TALES } from './story-money.ts'
import { PAPERS } from './story-papers.ts'
import { JOINER_TALES, LEAVER_TALES } from './story-people.ts'

/** What people of the seed's firm look for: each of its papers, instances and people by name, with searches that mean it. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'Terms of engagement 2026.pdf': ['terms of engagement', 'engagement terms 2026', 'confidentiality expense'],
  'Client handbook.docx': ['handbook', 'client handbooks', 'papers before the first call'],
  'Archive plan.txt': ['archive plan', 'seven years tax', 'destroyed'],
  'Wijnhaven floor plan.png': ['floor plan', '412 square', 'meeting room'],
  'SOC 2 access log Q3.csv': ['soc 2', 'access logs', '2026-08-14'],
  'PO-7741 Brightline.pdf': ['PO-7741', 'po7741', '7741', 'customs clearance'],
  'Site visit receipts.pdf': ['receipt antwerp', 'site visit receipt', 'lunch'],
  'Exit checklist D. Marsh.docx': ['exit checklist', 'laptop returned', 'checklist marsh'],
  'Data-processing addendum Tessera Cloud.pdf': ['data-processing addendum', 'sub-processor', 'notice 30 days'],
  'Kickoff deck Juniper Clinics.pptx': ['kickoff juniper', 'ninety days', 'kickof'],
  'Fee schedule 2026-27.xlsx': ['fee schedule 2026-27', 'bookkeeping 1872', '"fee schedule 2026-27"'],
  'Passport L. Castell.jpg': ['lucia castell', 'passport lucia', 'pasport l castell'],
  'Passport A. Castell.jpg': ['andres castell', '2031-08-02'],
  'October bank reconciliation.xlsx': ['bank reconciliation', 'reconciliations october', '48210.55'],
  'Halden Robotics MSA redline.docx': ['halden redline', 'liability cap', 'redlines', '"18 months of fees"'],
  'INV-20391 Brightline Freight.pdf': ['INV-20391', 'inv20391', '20391', 'brightline invoice'],
  'Engagement letter Meridian Foods.pdf': ['engagement letter', 'meridian letter', 'countersigning', 'brandt'],
  'Office lease Wijnhaven': ['lease', 'wijnhaven lease', 'offices lease'],
  'Halden Robotics MSA': ['halden msa', 'robotics', 'haldn robotics'],
  'Nordkraft AS non-disclosure': ['nondisclosure', 'nordkraft non-disclosure', 'disclosure'],
  'Meridian Foods Ltd': ['meridian foods ltd', 'meridian', 'meridain'],
  'Juniper Clinics annual accounts': ['juniper accounts', 'annual account juniper'],
  'Fjordline Seafood': ['fjordline seafood', 'seafoo'],
  'Brightline Freight, customs': ['brightline customs', 'freight custom'],
  'Delta Print, brochures': ['delta brochure', 'brochures'],
  'Conference Copenhagen': ['copenhagen', 'conferences'],
  'Lotte Jansen': ['lotte', 'jansen'],
  'Theo Lindqvist': ['lindqvist', 'theo', 'lindqist'],
  'Sofia Marchetti': ['sofia', 'marchett'],
  'Noor Haddad': ['haddad', 'noor haddad'],
}

const queriesOf = (name: string) => QUERIES[name] ?? []

const files = PAPERS.filter(({ trashed }) => trashed === undefined).map(
  ({ name, description, lines, later }): Sought => ({
    kind: 'file',
    name,
    text: [description ?? '', ...(later?.at(-1)?.lines ?? lines)].join('\n'),
    queries: queriesOf(name),
  }),
)

const instances = [
  ...CLIENT_TALES,
  ...FILING_TALES,
  ...CONTRACT_TALES,
  ...INVOICE_TALES,
  ...EXPENSE_TALES,
  ...CLOSE_TALES,
  ...JOINER_TALES,
  ...LEAVER_TALES,
].map(({ title }): Sought => ({ kind: 'instance', name: title, queries: queriesOf(title) }))

const people = HARBOR_VALE.members
  .filter(({ name }) => !instances.some((instance) => instance.name === name))
  .map(({ name }): Sought => ({ kind: 'person', name, queries: queriesOf(name) }))

/** Everything in it is made, whether it is searched for or not: what is meant must come before what is not. */
export const STORY_SOUGHT: readonly Sought[] = [...files, ...instances, ...people]

/** So that a thing that is renamed in the story does not quietly lose its searches. */
export const UNKNOWN_NAMES = Object.keys(QUERIES).filter((name) => !STORY_SOUGHT.some((one) => one.name === name))
