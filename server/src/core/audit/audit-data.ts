import type { JsonObject } from '../db/schema.gen.ts'

const fieldList = (text: string) => text.split(' ')

const beforeAndAfter = (...fields: string[]) => fields.flatMap((field) => [`before.${field}`, `after.${field}`])

/**
 * What an audit row may say about an act besides who, when and about what. Rows are sealed for good and read by people
 * who do not see all work, so they hold no contents (what people wrote, answered or filled in), and they name people by
 * the ids of their members. The list is asked when a row is written and again when it is read, because rows that were
 * sealed before it existed may say more.
 */
const ALLOWED: Record<string, readonly string[]> = {
  member: ['to', 'tasks', 'staff', 'reason', ...beforeAndAfter('role', 'status', 'team', 'teams')],
  team: ['name', 'before', 'after'],
  organization: ['name', 'before', 'after'],
  audit: ['filter'],
  workflow: [
    ...fieldList('name prefix saved version number changes unconditional copy_of template open step'),
    ...fieldList('schedule webhook mail_address start'),
    ...beforeAndAfter('visibility', 'teams', 'members'),
  ],
  form: [
    ...fieldList('name number changes copy_of open receipt count'),
    ...beforeAndAfter('visibility', 'teams', 'members', 'closed_at', 'closes_at', 'closes_after', 'retention_days'),
    ...beforeAndAfter('max_files', 'max_megabytes', 'max_megabytes_a_day'),
  ],
  template: ['name'],
  report: ['name'],
  api_key: ['name', 'workflow', 'network'],
  secret: ['name', 'hosts'],
  tool: ['name', 'api_endpoint'],
  connection: ['tool', 'name', 'usable_by', 'from', 'to'],
  instance: [
    ...fieldList(
      'name title workflow source source_name changed open step round item attempt outcome outputs reason answer',
    ),
    ...beforeAndAfter('priority', 'due_date'),
  ],
  task: [
    ...fieldList('name instance decision slot files mails to blocking document version'),
    ...beforeAndAfter('assigned_to', 'reviewer', 'priority', 'due_date'),
  ],
  subscription: [...fieldList('name amount until attempt problem'), ...beforeAndAfter('plan', 'auto_renew')],
  payment: ['name', 'number'],
  billing: beforeAndAfter('company', 'address', 'country', 'region', 'tax_number'),
  document: fieldList(
    'name size version restored was changed from to instance task open sha256 why source source_name',
  ),
}

/** In an act about a comment, `comment` is its id. In other acts it once was a text. */
const ABOUT_COMMENT = /\.(commented|comment_changed|comment_removed)$/

const allowedFor = (act: string): readonly string[] =>
  ABOUT_COMMENT.test(act) ? ['comment'] : (ALLOWED[act.split('.')[0] ?? ''] ?? ['name'])

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As much of this as a row about the act may say. */
export function auditData(act: string, data: JsonObject): JsonObject {
  const kept: JsonObject = {}
  for (const path of allowedFor(act)) {
    const [key = '', field] = path.split('.')
    const value = data[key]
    if (value === undefined) continue
    if (field === undefined) kept[key] = value
    else if (isObject(value) && value[field] !== undefined) {
      const others = kept[key]
      kept[key] = { ...(isObject(others) ? others : {}), [field]: value[field] }
    }
  }
  return kept
}
