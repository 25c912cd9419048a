import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { USER_STATUSES, type UserStatus } from '@throughline/contracts/admin'
import type { CurrentUser } from '@throughline/contracts/auth'
import { UserRoundCheck, UserRoundSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BulkResult } from '../../../shared/bulk-result.tsx'
import { DiscardDialog } from '../../../shared/discard-dialog.tsx'
import { ListBody, ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { useList } from '../../../shared/list-page/use-list.ts'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { useUnsavedGuard } from '../../../shared/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterPills } from '../../../ui/filter-bar.tsx'
import { layerIsOpen } from '../../../ui/key-target.ts'
import { hasMod, modKey } from '../../../ui/mod-key.ts'
import { SearchInput } from '../../../ui/search-input.tsx'
import { countsQuery, type UserFilter, usersQuery } from '../admin.api.ts'
import { spec as adminSpec, texts as adminTexts } from '../admin.texts.ts'
import { ListCard, Panel } from '../parts/panel.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { type SaveUsers, useSaveUsers } from './use-save-users.ts'
import { countFlags, type UserChanges } from './use-user-changes.ts'
import { spec, texts } from './users.texts.ts'
import { UsersTable } from './users-table.tsx'

/** First those whom the page is named after. */
const STATUSES: readonly UserStatus[] = ['waiting', ...USER_STATUSES.filter((status) => status !== 'waiting')]

/** Approve people and change their flags, one by one or together. */
export function UsersPanel({ user, changes }: { user: CurrentUser; changes: UserChanges }) {
  const [filter, setFilter] = useState<UserFilter>({ status: 'waiting', q: '' })
  const counts = useQuery(countsQuery).data
  const list = useList(useListRows(useInfiniteQuery(usersQuery(filter))))
  const saving = useSaveUsers(changes)
  const leaving = useUnsavedGuard(changes.changes.size > 0)
  const waiting = counts && { waiting: counts.waiting }
  return (
    <Panel
      title={adminSpec.tabs.approvals}
      note={counts && (counts.signup_approval ? texts.approvalOn : texts.approvalOff)}
      end={
        <SearchInput
          size="md"
          className="w-60"
          label={texts.search}
          value={filter.q}
          onSearch={(q) => setFilter((now) => ({ ...now, q }))}
        />
      }
    >
      <ListCard
        head={
          <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b px-3 py-1.5">
            <FilterPills
              label={texts.show}
              value={filter.status}
              onChange={(status) => setFilter((now) => ({ ...now, status }))}
              items={STATUSES.map((value) => ({
                value,
                label: texts.statuses[value],
                ...(value === 'waiting' && waiting && { count: waiting.waiting }),
              }))}
            />
            <span className="ml-auto text-xs text-fg-3">{texts.adminNote}</span>
          </div>
        }
        foot={list.rows.length > 0 && texts.legend}
      >
        <ListBody
          list={list}
          texts={{
            label: adminSpec.tabs.approvals,
            loading: texts.loading,
            failed: spec.failed,
            retry: adminTexts.retry,
          }}
          empty={<NoUsers filter={filter} onClear={() => setFilter((now) => ({ ...now, q: '' }))} />}
        >
          <UsersTable list={list} changes={changes} saving={saving} ownId={user.id} />
        </ListBody>
      </ListCard>
      <UnsavedBar changes={changes} saving={saving} />
      {saving.question && <ReasonDialog {...saving.question} ownId={user.id} />}
      <BulkResult bulk={saving.bulk} textsOf={({ user: { email } }) => ({ name: email })} />
      <DiscardDialog leaving={leaving} onDiscard={changes.discard}>
        {adminTexts.unsaved(changes.changes.size)}
      </DiscardDialog>
    </Panel>
  )
}

function NoUsers({ filter: { status, q }, onClear }: { filter: UserFilter; onClear: () => void }) {
  if (q)
    return (
      <ListEmpty
        icon={UserRoundSearch}
        title={texts.noMatches}
        hint={texts.noMatchesHint}
        action={<Button onClick={onClear}>{texts.clearSearch}</Button>}
        className="pb-6"
      />
    )
  if (status === 'waiting')
    return <ListEmpty icon={UserRoundCheck} title={spec.empty} hint={texts.emptyHint} className="pb-6" />
  return <ListEmpty icon={UserRoundSearch} title={texts.noMatches} hint={texts.noneOfStatus} className="pb-6" />
}

/** Saves everything that was ticked, also rows that the filter has left out meanwhile. */
function UnsavedBar({ changes: { changes, discard }, saving }: { changes: UserChanges; saving: SaveUsers }) {
  const all = [...changes.values()]
  const { save, bulk } = saving
  const isBusy = bulk.busy || saving.busy !== undefined
  useEffect(() => {
    if (changes.size === 0) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (!hasMod(event) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (!event.repeat && !isBusy && !layerIsOpen()) save([...changes.values()])
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [changes, save, isBusy])
  if (all.length === 0) return null
  return (
    <section
      aria-label={texts.unsavedBar}
      className="absolute bottom-5 left-1/2 z-(--z-panel) flex w-max max-w-[calc(100%-1rem)] -translate-x-1/2 items-center gap-3 rounded-lg border bg-overlay py-2 pr-2.5 pl-4 shadow-lg"
    >
      <span aria-hidden className="size-2 rounded-full bg-warning-mark" />
      <output className="tnum text-sm">
        <span className="font-medium">{texts.usersChanged(all.length)}</span>, {texts.flagsChanged(countFlags(all))}
      </output>
      <span aria-hidden className="h-5 w-px bg-line-strong" />
      <Button variant="ghost" disabled={isBusy} onClick={discard}>
        {texts.discard}
      </Button>
      <Button variant="primary" kbd={modKey('S')} busy={bulk.busy} onClick={() => save(all)}>
        {texts.updateUsers(all.length)}
      </Button>
    </section>
  )
}
