import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { ReportId } from '@throughline/contracts/ids'
import type { Report } from '@throughline/contracts/reports'
import { FileChartColumn, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { ListEmpty, ListPage } from '../../shared/list-page/list-page.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { wholeList } from '../../shared/list-page/use-list-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { FirstReport } from './list/first-report.tsx'
import { ReportTable } from './list/report-table.tsx'
import { Pager } from './parts/pager.tsx'
import { PAGE_SIZE, reportsQuery } from './reports.api.ts'
import { spec, texts } from './reports.texts.ts'
import { pageOf, reportsSearch } from './reports-search.ts'
import { NO_DRAFT, type ReportDraft } from './starters.ts'
import { useAnnounceFiles } from './use-announce-files.ts'
import { useReportActs } from './use-report-acts.ts'

const ReportDialog = lazyPart(
  () => import('./editor/report-dialog.tsx'),
  (module) => module.ReportDialog,
)

export function ReportsScreen() {
  const user = useCurrentUser()
  if (!user) return null
  return can(user, 'reports.view') ? <Reports user={user} /> : <Refused />
}

const Refused = () => (
  <div className="flex h-full flex-col">
    <ScreenHeader title={spec.title} />
    <div role="alert" className="grid flex-1 place-items-center pb-24">
      <Empty icon={FileChartColumn} title={texts.refused} hint={texts.refusedHint} />
    </div>
  </div>
)

type NoReportsProps = {
  q: string | undefined
  onBegin: ((draft: ReportDraft, question?: string) => void) | undefined
}

function NoReports({ q, onBegin }: NoReportsProps) {
  if (q !== undefined) return <ListEmpty icon={FileChartColumn} title={texts.noMatch(q)} hint={texts.noMatchHint} />
  if (onBegin) return <FirstReport onDraft={onBegin} onAsk={(question) => onBegin(NO_DRAFT, question)} />
  return <ListEmpty icon={FileChartColumn} title={texts.empty.forViewers} hint={texts.empty.forViewersHint} />
}

const NO_REPORTS: Report[] = []

function Reports({ user }: { user: CurrentUser }) {
  const search = reportsSearch(useSearch({ strict: false }))
  const page = pageOf(search)
  const navigate = useNavigate()
  const { q } = search
  const go = (changes: { page?: number; q?: string; panel?: 'new' | undefined }) =>
    void navigate({ to: '/reports', search: reportsSearch({ ...search, ...changes }) })
  const query = useQuery(reportsQuery(page, q))
  const list = useList(wholeList(useQuery({ ...reportsQuery(page, q), select: ({ data }) => data })))
  const acts = useReportActs()
  useAnnounceFiles(query.data?.data ?? NO_REPORTS)
  const [start, setStart] = useState<{ draft: ReportDraft; question?: string }>({ draft: NO_DRAFT })
  // While other words are looked for, the rows of the last ones stay; there being none of them says nothing.
  const count = query.isPlaceholderData && query.data?.count === 0 ? undefined : query.data?.count
  const mayRun = can(user, 'reports.run')
  const begin = (draft: ReportDraft, question?: string) => {
    setStart({ draft, ...(question && { question }) })
    go({ panel: 'new' })
  }
  const open = (reportId: ReportId) => void navigate({ to: '/reports/$reportId', params: { reportId } })
  return (
    <ListPage
      list={list}
      texts={{ label: spec.title, loading: texts.loading, failed: spec.loadFailed }}
      header={
        <ScreenHeader title={spec.title} {...(count !== undefined && count > 0 && { count })}>
          {!(count === 0 && q === undefined) && (
            <SearchInput
              label={texts.find}
              value={q ?? ''}
              onSearch={(words) => go({ q: words, page: 1 })}
              className="w-52 max-w-full"
              size="md"
            />
          )}
          {mayRun && (
            <Button variant="primary" icon={Plus} kbd="N R" onClick={() => begin(NO_DRAFT)}>
              {spec.create}
            </Button>
          )}
        </ScreenHeader>
      }
      empty={count !== undefined && <NoReports q={q} onBegin={mayRun ? begin : undefined} />}
      bulk={
        count !== undefined &&
        count > 0 && (
          <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-3 border-t px-4 py-1.5">
            <span className="flex-1 text-sm text-fg-3">{texts.kept}</span>
            <Pager page={page} pages={Math.ceil(count / PAGE_SIZE)} onPage={(next) => go({ page: next })} />
          </div>
        )
      }
      dialogs={
        search.panel === 'new' &&
        mayRun && (
          <Suspense>
            <ReportDialog
              title={spec.create}
              draft={start.draft}
              question={start.question}
              here="/reports"
              onDone={(report) => open(report.id)}
              onClose={() => {
                setStart({ draft: NO_DRAFT })
                go({ panel: undefined })
              }}
            />
          </Suspense>
        )
      }
    >
      <ReportTable list={list} user={user} acts={acts} total={count} />
    </ListPage>
  )
}
