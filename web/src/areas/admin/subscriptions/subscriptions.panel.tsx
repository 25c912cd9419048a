import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { EmailSubscription } from '@throughline/contracts/admin'
import { Download, Mail, MailCheck, MailX, Trash2 } from 'lucide-react'
import { BulkResult } from '../../../shared/bulk-result.tsx'
import { useZone } from '../../../shared/current-user.ts'
import { whenText } from '../../../shared/format/moments.ts'
import { DAY } from '../../../shared/format/time.ts'
import { ListBody, ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import { type List, useList } from '../../../shared/list-page/use-list.ts'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { DateOf } from '../../../shared/time-ago.tsx'
import { useAct } from '../../../shared/use-act.ts'
import { useBulk } from '../../../shared/use-bulk.ts'
import { useNow } from '../../../shared/use-now.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import {
  countsQuery,
  fetchSubscriptions,
  invite,
  inviteMany,
  remove,
  restore,
  subscriptionsQuery,
} from '../admin.api.ts'
import { spec as adminSpec, texts as adminTexts } from '../admin.texts.ts'
import { ListCard, Panel } from '../parts/panel.tsx'
import { spec, texts } from './subscriptions.texts.ts'

type Subscription = EmailSubscription & { id: string }

/** Somebody who joined needs none, and another within a day would not be sent. */
const mayInvite = ({ joined_at, invited_at }: Subscription, now: number) =>
  joined_at === null && (invited_at === null || Date.parse(invited_at) < now - DAY)

function useSubscriptionActs() {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: subscriptionsQuery.queryKey }),
      queries.invalidateQueries({ queryKey: countsQuery.queryKey }),
    ])
  const { busy, run } = useAct({ refresh })
  const inviteOne = (row: Subscription): Promise<boolean> =>
    run({
      name: `invite ${row.id}`,
      call: () => invite(row.id),
      done: ({ sent }) => (sent ? spec.invited : texts.onceADay),
      note: row.email,
      failed: spec.notInvited,
      retry: () => inviteOne(row),
    })
  const restoreOne = (row: Subscription): Promise<boolean> =>
    run({
      call: () => restore(row.id),
      done: texts.restored,
      note: row.email,
      failed: texts.notRestored,
      retry: () => restoreOne(row),
    })
  const removeOne = (row: Subscription): Promise<boolean> =>
    run({
      name: `remove ${row.id}`,
      call: () => remove(row.id),
      done: spec.removed,
      note: row.email,
      undo: () => restoreOne(row),
      failed: spec.notRemoved,
      retry: () => removeOne(row),
    })
  const bulk = useBulk<null, Subscription>({
    call: async (_, rows) => {
      const results = await inviteMany(rows.map(({ id }) => id))
      return results.map(({ reg_id, result, message }) => ({
        id: reg_id,
        result: result === 'sent' ? 'done' : 'refused',
        message: result === 'not_sent' ? texts.onceADay : message,
      }))
    },
    countText: texts.addresses,
    done: (_, what) => texts.addressesInvited(what),
    after: refresh,
  })
  const exportAll = () =>
    run({
      name: 'export',
      call: async () => saveFile(await fetchSubscriptions(), spec.fileName),
      failed: texts.notExported,
    })
  return { busy, inviteOne, removeOne, exportAll, bulk }
}

type Acts = ReturnType<typeof useSubscriptionActs>

/** The waitlist: invite one or many, remove, export. */
export function SubscriptionsPanel() {
  const list = useList(useListRows(useInfiniteQuery(subscriptionsQuery)), { selectable: true })
  const acts = useSubscriptionActs()
  const hasRows = list.rows.length > 0
  return (
    <Panel
      title={adminSpec.tabs.subscriptions}
      note={texts.note}
      end={
        hasRows && (
          <Button icon={Download} busy={acts.busy === 'export'} onClick={() => void acts.exportAll()}>
            {texts.export}
          </Button>
        )
      }
    >
      <ListCard foot={hasRows && texts.legend(spec.fileName)}>
        <ListBody
          list={list}
          texts={{
            label: adminSpec.tabs.subscriptions,
            loading: texts.loading,
            failed: spec.failed,
            retry: adminTexts.retry,
          }}
          empty={<ListEmpty icon={MailX} title={spec.empty} hint={texts.emptyHint} className="pb-6" />}
        >
          <ListTable
            list={list}
            caption={adminSpec.tabs.subscriptions}
            name={({ email }) => email}
            className="min-w-240"
            columns={columnsOf(acts)}
          />
        </ListBody>
      </ListCard>
      <InviteSelected list={list} bulk={acts.bulk} />
      <BulkResult<null, Subscription> bulk={acts.bulk} textsOf={({ email }) => ({ name: email })} />
    </Panel>
  )
}

function InviteSelected({ list: { rows, selection }, bulk }: { list: List<Subscription>; bulk: Acts['bulk'] }) {
  const now = useNow()
  const chosen = rows.filter(({ id }) => selection.chosen.has(id))
  const invitable = chosen.filter((row) => mayInvite(row, now))
  const inviteAll = async () => {
    await bulk.run(null, invitable)
    selection.clear()
  }
  return (
    <BulkBar label={texts.selected} count={chosen.length} onClear={selection.clear}>
      <Button
        variant="ghost"
        icon={Mail}
        disabled={invitable.length === 0}
        busy={bulk.busy}
        onClick={() => void inviteAll()}
      >
        {texts.inviteSelected(invitable.length)}
      </Button>
    </BulkBar>
  )
}

const columnsOf = (acts: Acts): Column<Subscription>[] => [
  {
    key: 'email',
    header: texts.email,
    cell: ({ email }) => (
      <span translate="no" title={email} className="font-medium">
        {email}
      </span>
    ),
  },
  {
    key: 'reg_id',
    header: texts.regId,
    width: 290,
    className: '@max-[1100px]:hidden',
    cell: ({ reg_id }) => (
      <span translate="no" title={reg_id} className="font-mono text-xs text-fg-2">
        {reg_id}
      </span>
    ),
  },
  { key: 'type', header: texts.type, width: 90, cell: ({ type }) => texts.types[type] },
  { key: 'since', header: texts.since, width: 150, cell: ({ created_at }) => <DateOf at={created_at} /> },
  { key: 'invitation', header: texts.invitation, width: 216, cell: (row) => <Invitation row={row} /> },
  {
    key: 'actions',
    header: texts.actions,
    width: 210,
    align: 'end',
    cell: (row) => <RowActs row={row} acts={acts} />,
  },
]

function Invitation({ row: { joined_at, invited_at, bounced_at } }: { row: Subscription }) {
  const zone = useZone()
  const now = useNow()
  const when = (at: string) => whenText(at, zone, now)
  if (joined_at) return <State tone="text-success-fg" icon={MailCheck} text={texts.joinedAt(when(joined_at))} />
  if (bounced_at) return <State tone="text-danger-fg" icon={MailX} text={texts.bouncedAt(when(bounced_at))} />
  if (invited_at) return <State tone="text-fg-2" icon={MailCheck} text={texts.invitedAt(when(invited_at))} />
  return <span className="text-fg-2">{texts.notInvitedYet}</span>
}

function State({ tone, icon: Icon, text }: { tone: string; icon: typeof Mail; text: string }) {
  return (
    <span className={`inline-flex items-center gap-1.5 align-middle ${tone}`}>
      <Icon size={14} aria-hidden />
      {text}
    </span>
  )
}

function RowActs({ row, acts }: { row: Subscription; acts: Acts }) {
  const now = useNow()
  return (
    <span className="inline-flex gap-1.5">
      <Button
        size="sm"
        icon={Mail}
        aria-label={texts.inviteOf(row.email)}
        disabled={!mayInvite(row, now)}
        busy={acts.busy === `invite ${row.id}`}
        onClick={() => void acts.inviteOne(row)}
      >
        {spec.invite}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={Trash2}
        aria-label={texts.removeOf(row.email)}
        busy={acts.busy === `remove ${row.id}`}
        onClick={() => void acts.removeOne(row)}
      >
        {spec.remove}
      </Button>
    </span>
  )
}
