import type { Body, Made } from '@throughline/contracts/endpoint'
import type {
  getOrgNotificationSettings,
  putOrgNotificationSettings,
} from '@throughline/contracts/notification-settings'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { JsonObject } from '../../../core/db/schema.gen.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { defaultsOf, equalsBuiltin, orgKindSettings, requireAllowed } from './kind-choices.ts'
import { dropOrgChoice, namesInMails, putOrgChoice, setNamesInMails } from './settings.queries.ts'

type OrgSettings = Made<typeof getOrgNotificationSettings>['data']

const settingsOf = async (tx: ReadTx): Promise<OrgSettings> => ({
  kinds: orgKindSettings(await defaultsOf(tx)),
  names_in_mails: await namesInMails(tx.db, tx.tenantId),
})

/** What differs, by kind, as it was and as it is. */
function changesBetween(before: OrgSettings, after: OrgSettings): { before: JsonObject; after: JsonObject } {
  const changed = after.kinds.filter((kind, index) => JSON.stringify(kind) !== JSON.stringify(before.kinds[index]))
  const shown = ({ kinds, names_in_mails }: OrgSettings): JsonObject => ({
    ...Object.fromEntries(
      kinds
        .filter(({ kind }) => changed.some((one) => one.kind === kind))
        .map(({ kind, inbox, email, desktop, can_change }) => [kind, { inbox, email, desktop, can_change }]),
    ),
    ...(before.names_in_mails === after.names_in_mails ? {} : { names_in_mails }),
  })
  return { before: shown(before), after: shown(after) }
}

export const orgNotificationSettings = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async (tx) => ({ data: await settingsOf(tx) }))

export const changeOrgNotificationSettings = (
  ctx: Context,
  viewer: Viewer,
  { kinds = [], names_in_mails }: Body<typeof putOrgNotificationSettings>,
): Promise<Made<typeof putOrgNotificationSettings>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const before = await settingsOf(tx)
    for (const { kind, ...choice } of kinds) {
      requireAllowed(kind, choice)
      if (equalsBuiltin(kind, choice)) await dropOrgChoice(db, tenantId, kind)
      else await putOrgChoice(db, tenantId, kind, choice)
    }
    if (names_in_mails !== undefined) await setNamesInMails(db, tenantId, names_in_mails)
    const after = await settingsOf(tx)
    const changes = changesBetween(before, after)
    if (Object.keys(changes.after).length > 0) {
      const data = { name: viewer.user.tenant_name, ...changes }
      tx.audit({ act: 'organization.notifications_changed', kind: 'organization', id: tenantId, data })
      tx.emit({ type: 'organization.changed', kind: 'organization', id: tenantId })
    }
    return { data: after }
  })
