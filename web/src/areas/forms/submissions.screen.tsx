import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ApiError } from '@throughline/contracts/client'
import type { Submission, SubmissionColumn } from '@throughline/contracts/form-submissions'
import type { Form } from '@throughline/contracts/forms'
import { ClipboardList, Inbox, Zap } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { ExportButton, type ExportCalls } from '../../shared/export-button.tsx'
import { DAY } from '../../shared/format/time.ts'
import { ListLoading } from '../../shared/list-page/list-loading.tsx'
import { ListEmpty, ListFailed, ListFresh, ListPage } from '../../shared/list-page/list-page.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { useListRows } from '../../shared/list-page/use-list-rows.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { Empty } from '../../ui/empty.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { focusNextTo } from '../../ui/row-focus.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { readStored, writeStored } from '../../ui/stored.ts'
import { formQuery } from './forms.api.ts'
import { FormTabs } from './submissions/form-tabs.tsx'
import { StartBulk } from './submissions/start-bulk.tsx'
import { SubmissionFilters } from './submissions/submission-filters.tsx'
import { SubmissionPanel } from './submissions/submission-panel.tsx'
import { SHOWN_AT_FIRST, SubmissionTable } from './submissions/submission-table.tsx'
import { type Span, type SubmissionsSearch, submissionsSearch } from './submissions/submissions-search.ts'
import { TroubleStrip } from './submissions/trouble-strip.tsx'
import { useSubmissionActs } from './submissions/use-submission-acts.ts'
import { exportSubmissions, type ResponseFilter, submissionsQuery } from './submissions.api.ts'
import { texts } from './submissions.texts.ts'

const TriggersDialog = lazyPart(
  () => import('./triggers/triggers-dialog.tsx'),
  (module) => module.TriggersDialog,
)

const listTexts = { label: texts.list, loading: texts.loading, failed: texts.loadFailed }

export function SubmissionsScreen() {
  const { formId = '' } = useParams({ strict: false })
  const query = useQuery(formQuery(formId))
  if (query.data) return <OfForm key={formId} form={query.data} />
  const isMissing = query.error instanceof ApiError && [400, 404].includes(query.error.status)
  return (
    <div className="flex h-full flex-col">
      <h1 tabIndex={-1} className="sr-only">
        {texts.title}
      </h1>
      {query.isPending ? (
        <ListLoading label={texts.loading} />
      ) : isMissing ? (
        <NoForm />
      ) : (
        <ListFailed query={query} texts={{ failed: texts.formFailed }} />
      )}
    </div>
  )
}

function NoForm() {
  return (
    <div role="alert" className="grid flex-1 place-items-center pb-24">
      <Empty
        icon={ClipboardList}
        title={texts.noForm}
        action={
          <Link to="/forms" className={buttonClass()}>
            {texts.allForms}
          </Link>
        }
      />
    </div>
  )
}

type Changes = { [Name in keyof SubmissionsSearch]?: SubmissionsSearch[Name] | undefined }

function useAddress(formId: string) {
  const search = submissionsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Changes, replace = true) =>
      void navigate({
        to: '/forms/$formId/submissions',
        params: { formId },
        search: (old) => submissionsSearch({ ...old, ...changes }),
        replace,
      }),
    [navigate, formId],
  )
  return { search, change }
}

const DAYS: Record<Span, number> = { day: 1, week: 7, month: 30 }
const columnsKey = (formId: string) => `tl.form-columns.${formId}`

function useShownColumns(formId: string, columns: readonly SubmissionColumn[]) {
  const usual = columns.filter(({ removed }) => !removed).map(({ id }) => id)
  const [chosen, choose] = useState(() => readStored(columnsKey(formId))?.split(','))
  const show = (next: readonly string[]) => {
    writeStored(columnsKey(formId), next.join(','))
    choose([...next])
  }
  return { shown: chosen ?? usual.slice(0, SHOWN_AT_FIRST), show }
}

/** Spans begin when the page was opened, so that they stay the same while it is read. */
function useResponseFilter({ status, q, since }: SubmissionsSearch): ResponseFilter {
  const [openedAt] = useState(() => Date.now())
  return useMemo(
    () => ({
      status: status ?? 'all',
      search: q,
      from: since && new Date(openedAt - DAYS[since] * DAY).toISOString(),
    }),
    [status, q, since, openedAt],
  )
}

function useResponses(formId: string, search: SubmissionsSearch, selectable: boolean, open: (id: string) => void) {
  const filter = useResponseFilter(search)
  const query = useInfiniteQuery(submissionsQuery(formId, filter))
  const list = useList(useListRows(query, JSON.stringify(filter)), {
    selectable,
    current: search.response,
    onFollow: open,
    onPeek: open,
  })
  return { list, filter, first: query.data?.pages[0] }
}

function OfForm({ form }: { form: Form }) {
  const { id: formId, title } = form
  usePageTitle(texts.of(title))
  const user = useCurrentUser()
  const { search, change } = useAddress(formId)
  const mayManage = can(user, 'publishing.manage')
  const acts = useSubmissionActs(formId)
  const [erasing, setErasing] = useState<Submission>()
  const open = useCallback((response: string) => change({ response }), [change])
  const { list, filter, first } = useResponses(formId, search, mayManage, open)
  const columns = first?.columns ?? []
  const { shown, show } = useShownColumns(formId, columns)
  const showRefused = search.status === 'not_started' ? undefined : () => change({ status: 'not_started' })
  const erase = async (response: Submission) => {
    const focusNeighbor = focusNextTo(response.id, list.scroller.current)
    if (!(await acts.erase(response))) return
    change({ response: undefined })
    setTimeout(focusNeighbor)
  }
  const onTriggers = mayManage ? () => change({ panel: 'triggers' }, false) : undefined
  return (
    <ListPage
      list={list}
      texts={listTexts}
      header={
        <Header
          form={form}
          onTriggers={onTriggers}
          exports={exportSubmissions(formId, filter)}
          fresh={<ListFresh list={list} />}
        />
      }
      filters={
        <>
          <SubmissionFilters
            search={search}
            counts={first?.counts}
            columns={columns}
            shown={shown}
            onShown={show}
            onChange={change}
          />
          <TroubleStrip
            rows={list.rows}
            count={first?.counts.not_started ?? 0}
            onFix={onTriggers}
            onShow={showRefused}
          />
        </>
      }
      empty={<NoResponses search={search} onReset={() => change(UNFILTERED)} />}
      bulk={mayManage && <StartBulk formId={formId} list={list} columns={columns} acts={acts} />}
      panel={
        search.response && (
          <SubmissionPanel
            key={search.response}
            formId={formId}
            id={search.response}
            acts={mayManage ? acts : undefined}
            isStarting={form.starts.length > 0}
            onErase={setErasing}
            onClose={() => change({ response: undefined })}
          />
        )
      }
      dialogs={
        <>
          {search.panel === 'triggers' && mayManage && (
            <Suspense>
              <TriggersDialog formId={formId} onClose={() => change({ panel: undefined })} />
            </Suspense>
          )}
          {erasing && <EraseDialog onClose={() => setErasing(undefined)} onErase={() => erase(erasing)} />}
        </>
      }
    >
      <SubmissionTable list={list} columns={columns} shown={shown} />
    </ListPage>
  )
}

function EraseDialog({ onClose, onErase }: { onClose: () => void; onErase: () => Promise<void> }) {
  return (
    <AlertDialog title={texts.erase.title} confirmLabel={texts.erase.confirm} onClose={onClose} onConfirm={onErase}>
      {texts.erase.note}
    </AlertDialog>
  )
}

const UNFILTERED = { status: undefined, q: undefined, since: undefined }

function NoResponses({ search, onReset }: { search: SubmissionsSearch; onReset: () => void }) {
  if (!search.status && !search.q && !search.since)
    return <ListEmpty icon={Inbox} title={texts.empty.title} hint={texts.empty.hint} />
  return (
    <ListEmpty
      icon={Inbox}
      title={texts.empty.filtered}
      hint={search.q ? texts.empty.searchHint : texts.empty.filteredHint}
      action={<Button onClick={onReset}>{texts.empty.reset}</Button>}
    />
  )
}

type HeaderProps = {
  form: Form
  /** Absent for people who may only read. */
  onTriggers: (() => void) | undefined
  exports: ExportCalls
  fresh: ReactNode
}

function Header({ form, onTriggers, exports, fresh }: HeaderProps) {
  const { teams, people, visibility } = form.access
  const names = [...teams, ...people].map(({ name }) => name).join(', ')
  return (
    <ScreenHeader title={form.title} part={texts.title} tabs={<FormTabs formId={form.id} current="submissions" />}>
      {fresh}
      {visibility === 'limited' && (
        <span translate="no" className="max-w-64 truncate text-xs text-fg-3">
          {texts.visibleTo(names)}
        </span>
      )}
      <ExportButton name="responses" calls={exports} />
      {onTriggers && (
        <Button icon={Zap} onClick={onTriggers}>
          {texts.triggers}
        </Button>
      )}
    </ScreenHeader>
  )
}
