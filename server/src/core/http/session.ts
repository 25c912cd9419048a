import { createHash, randomBytes } from 'node:crypto'
import { MemberId, PersonId, SessionId, TenantId } from '@throughline/contracts/ids'
import {
  builtinRole,
  isAdminRole,
  MANAGERS_RULES,
  type ManagersRule,
  PERMISSIONS,
  type Permission,
} from '@throughline/contracts/permissions'
import type { Context } from '../context.ts'
import { execute } from '../db/statement.ts'
import { versionOf } from '../images/version-of.ts'
import type { Viewer } from './viewer.ts'

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** 256 random bits; only the hash is ever stored. */
export function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

interface SessionRow extends Record<ManagersRule, boolean> {
  session_id: string
  person_id: string
  tenant_id: string
  member_id: string
  username: string
  name: string
  email: string
  photo: string | null
  auth_type: string
  is_approved: boolean
  is_internal: boolean
  tenant_kind: string
  tenant_name: string
  tenant_zone: string
  department: string | null
  role_name: string
  role_display_name: string
  role_rank: number
  role_builtin: boolean
  role_permissions: string[]
  subscription_active: boolean
  stale: boolean
  two_factor_enabled: boolean
  require_two_factors: boolean
  deletes_at: Date | null
}

const known = new Set<string>(PERMISSIONS)
const isPermission = (value: string): value is Permission => known.has(value)

type RoleFacts = Pick<SessionRow, 'role_name' | 'role_builtin' | 'role_permissions' | ManagersRule>

/** What a role allows under the rules of its organization. */
export function permissionsOf(row: RoleFacts): readonly Permission[] {
  if (!row.role_builtin) return row.role_permissions.filter(isPermission)
  const permissions = builtinRole(row.role_name)?.permissions ?? []
  if (row.role_name !== 'member') return permissions
  const raised = new Set<Permission>(MANAGERS_RULES.filter(({ rule }) => row[rule]).map(({ permission }) => permission))
  return permissions.filter((permission) => !raised.has(permission))
}

/** A photo is stored under the hash of its content. */
export const photoUrl = (personId: string, objectKey: string | null) =>
  objectKey && `/v1/auth/${personId}/photo/?v=${versionOf(objectKey.slice(objectKey.lastIndexOf('/') + 1))}`

function viewerOf(row: SessionRow, tokenHash: Buffer): Viewer {
  const permissions = permissionsOf(row)
  const tenantId = TenantId.parse(row.tenant_id)
  return {
    sessionId: SessionId.parse(row.session_id),
    tokenHash,
    personId: PersonId.parse(row.person_id),
    tenantId,
    memberId: MemberId.parse(row.member_id),
    rank: row.role_rank,
    permissions: new Set(permissions),
    user: {
      id: PersonId.parse(row.person_id),
      username: row.username,
      name: row.name || row.username,
      email: row.email,
      photo: photoUrl(row.person_id, row.photo),
      auth_type: row.auth_type,
      is_admin: isAdminRole(row.role_name),
      is_approved: row.is_approved,
      is_internal: row.is_internal,
      role: row.role_name,
      role_display_name: row.role_display_name,
      department: row.department,
      organization_id: row.tenant_kind === 'organization' ? tenantId : null,
      tenant_id: tenantId,
      tenant_name: row.tenant_name,
      member_id: MemberId.parse(row.member_id),
      permissions: [...permissions],
      time_zone: row.tenant_zone,
      subscription_active: row.subscription_active,
      two_factor_enabled: row.two_factor_enabled,
      two_factors_missing: row.require_two_factors && !row.two_factor_enabled,
      deletes_at: row.deletes_at?.toISOString() ?? null,
    },
  }
}

/** Who holds this token on this host, judged by the database's clock. Sessions of one host say nothing on another. */
export async function findSession(ctx: Context, token: string, host: string): Promise<Viewer | undefined> {
  const hash = hashToken(token)
  const found = await execute<SessionRow>(ctx.pools.identity, 'select * from auth.session($1, $2)', [hash, host])
  const row = found.rows[0]
  if (!row) return undefined
  if (row.stale) await execute(ctx.pools.identity, 'select auth.touch_session($1)', [hash])
  return viewerOf(row, hash)
}
