import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { OpenedReport, ReportParameter, ReportRun } from '@throughline/contracts/reports'
import { ArrowLeft, FileChartColumn, FileDown, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { useAct } from '../../shared/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { Empty } from '../../ui/empty.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePageKeys } from '../../ui/page-keys.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Answer, type AnswerForm } from './opened/answer.tsx'
import { FailedReport } from './opened/failed-report.tsx'
import { PastBanner, PastRuns, RanLine, Running, Strip, usePastRun } from './opened/run-parts.tsx'
import { ExportMenu } from './parts/export-menu.tsx'
import { reportCalls, reportQuery, useReportsRefresh } from './reports.api.ts'
import { editorTexts, texts as listTexts, spec, openedTexts as texts } from './reports.texts.ts'
import { pageOf, type ReportSearch, reportSearch, valueKey, valuesIn } from './reports-search.ts'
import { useAnnounceFiles } from './use-announce-files.ts'
import { mayChange, useReportActs } from './use-report-acts.ts'

const ReportDialog = lazyPart(
  () => import('./editor/report-dialog.tsx'),
  (module) => module.ReportDialog,
)

export function ReportScreen() {
  const user = useCurrentUser()
  const { reportId = '' } = useParams({ strict: false })
  const query = useQuery({ ...reportQuery(reportId), enabled: can(user, 'reports.view') })
  usePageTitle(query.data?.title ?? spec.title)
  if (!user) return null
  if (!can(user, 'reports.view')) return <Note title={listTexts.refused} hint={listTexts.refusedHint} />
  if (query.data) return <Opened key={reportId} report={query.data} user={user} />
  return (
    <Whole>
      {query.isError ? (
        <QueryFailed
          query={query}
          title={texts.failed}
          gone={{ icon: FileChartColumn, title: texts.gone, hint: texts.goneHint, action: <BackLink /> }}
        />
      ) : (
        <Loading label={texts.loading} className="w-[780px] max-w-full space-y-3 p-6">
          <Skeleton className="h-48 rounded-lg" />
          <Skeleton className="h-64 rounded-lg" />
        </Loading>
      )}
    </Whole>
  )
}

const BackLink = () => (
  <Link to="/reports" className={buttonClass()}>
    {texts.back}
  </Link>
)

const Whole = ({ children }: { children: ReactNode }) => (
  <div className="flex h-full flex-col">
    <ScreenHeader title={spec.title} />
    <div className="grid flex-1 place-items-center pb-24">{children}</div>
  </div>
)

const Note = ({ title, hint }: { title: string; hint: string }) => (
  <Whole>
    <div role="alert">
      <Empty icon={FileChartColumn} title={title} hint={hint} />
    </div>
  </Whole>
)

/** What is shown stands in the address: page, run, and the values of parameters. */
function useReportAddress(report: OpenedReport) {
  const search = reportSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const go = (changes: Partial<Record<keyof ReportSearch, unknown>>, replace = false) =>
    void navigate({
      to: '/reports/$reportId',
      params: { reportId: report.id },
      search: reportSearch({ ...search, ...changes }),
      replace,
    })
  return { search, go }
}

const sameValues = (a: readonly ReportParameter[], b: readonly ReportParameter[]) =>
  a.every(({ name, type, value }) => b.some((one) => one.name === name && one.type === type && one.value === value))

/** The viewer's last run, if it is of the query as it is now and of these values. */
const currentRun = ({ run }: OpenedReport, values: readonly ReportParameter[]): ReportRun | null =>
  run && !run.stale && sameValues(values, run.parameters) ? run : null

type ReportQuestion = Pick<OpenedReport, 'query' | 'parameters'>

const keyOf = ({ query, parameters }: ReportQuestion) => JSON.stringify([query, parameters])

/**
 * Runs it as oneself when this page asks something that the last run doesn't answer: at first, with other values, and
 * after the query was changed. What was asked is remembered, so that a refused run is not started over and over, and two
 * pages with different values do not take turns.
 */
function useRuns(report: OpenedReport, question: ReportQuestion, isDue: boolean, isEdited: boolean) {
  const refresh = useReportsRefresh()
  const { busy, run: perform } = useAct({ refresh })
  const asked = useRef<string>(undefined)
  const start = ({
    background = false,
    query,
    parameters,
  }: Partial<ReportQuestion> & { background?: boolean } = {}) => {
    const given = { query: query ?? question.query, parameters: parameters ?? question.parameters }
    asked.current = keyOf(given)
    return perform({
      name: 'run',
      call: () => reportCalls.run(report.id, { parameters: given.parameters, background }),
      failed: texts.runFailed,
    })
  }
  const key = keyOf(question)
  const begin = useEffectEvent(() => void start())
  useEffect(() => {
    if (isEdited || asked.current === key) return
    if (!isDue) {
      asked.current ??= key
      return
    }
    asked.current = key
    begin()
  }, [isDue, isEdited, key])
  return { starting: busy === 'run', start }
}

function Opened({ report, user }: { report: OpenedReport; user: CurrentUser }) {
  const { search, go } = useReportAddress(report)
  const mayRun = can(user, 'reports.run')
  const values = valuesIn(search, report.parameters)
  const current = currentRun(report, values)
  const question = { query: report.query, parameters: values }
  const { starting, start } = useRuns(report, question, mayRun && !current, search.edit === true)
  const acts = useReportActs()
  useAnnounceFiles(useMemo(() => [report], [report]))
  const navigate = useNavigate()
  const [form, setForm] = useState<AnswerForm>('both')
  const past = usePastRun(report, current, search.run)
  const run = past ?? current
  const own = mayChange(user, report)
  const remove = async () => {
    if (await acts.remove(report)) await navigate({ to: '/reports' })
  }
  usePageKeys(mayRun ? [{ key: 'r', label: texts.again, act: () => void start() }] : [])
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader
        title={report.title}
        before={
          <Link to="/reports" aria-label={texts.back} className={buttonClass({ variant: 'ghost', className: 'px-2' })}>
            <ArrowLeft size={16} aria-hidden />
          </Link>
        }
        tabs={<RanLine report={report} run={run} />}
      >
        {mayRun && (
          <IconButton
            label={texts.again}
            kbd="R"
            icon={RefreshCw}
            size="lg"
            disabled={starting || report.run?.status === 'processing'}
            onClick={() => void start()}
          />
        )}
        <PastRuns report={report} onRun={(id) => go({ run: id, page: undefined })} />
        <ExportMenu report={report} run={run} disabled={run?.status !== 'completed'} />
        {own && (
          <>
            <Button icon={Pencil} onClick={() => go({ edit: true })}>
              {texts.edit}
            </Button>
            <IconButton label={spec.delete} icon={Trash2} size="lg" onClick={() => void remove()} />
          </>
        )}
      </ScreenHeader>
      <Strip
        values={values}
        form={run?.status === 'completed' && run.row_count > 0 && !run.background ? form : undefined}
        onForm={setForm}
        editable={mayRun}
        onValue={(name, value) => go({ [valueKey(name)]: value, page: undefined, run: undefined }, true)}
      />
      <ScrollRegion label={report.title} className="@container min-w-0 bg-board">
        <div className="mx-auto max-w-[1200px] px-6 pt-4 pb-12">
          {past && <PastBanner run={past} onLatest={() => go({ run: undefined, page: undefined })} />}
          <Body report={report} run={run} mayRun={mayRun} own={own} start={start} starting={starting} acts={acts}>
            {run && (
              <Answer report={report} run={run} form={form} page={pageOf(search)} onPage={(page) => go({ page })} />
            )}
          </Body>
        </div>
      </ScrollRegion>
      {search.edit && own && (
        <EditDialog
          report={report}
          onSaved={({ query, parameters }) => {
            void navigate({ to: '/reports/$reportId', params: { reportId: report.id } })
            void start({ query, parameters })
          }}
          onClose={() => go({ edit: undefined })}
        />
      )}
    </div>
  )
}

type EditDialogProps = { report: OpenedReport; onSaved: (report: OpenedReport) => void; onClose: () => void }

/** Of the report as it was when the dialog opened: what a colleague saves meanwhile is not overwritten unseen. */
function EditDialog({ report, onSaved, onClose }: EditDialogProps) {
  const [opened] = useState(report)
  const { id, title, query, parameters } = opened
  return (
    <Suspense>
      <ReportDialog
        title={editorTexts.edit}
        report={opened}
        draft={{ title, query, parameters }}
        here={`/reports/${id}`}
        onDone={onSaved}
        onClose={onClose}
      />
    </Suspense>
  )
}

type BodyProps = {
  report: OpenedReport
  run: ReportRun | null
  mayRun: boolean
  own: boolean
  starting: boolean
  start: (asked?: { background: boolean }) => Promise<boolean>
  acts: ReturnType<typeof useReportActs>
  children: ReactNode
}

/** A limit was reached that a file in the background may not reach: such a problem has no place in the query. */
const isLimit = ({ background, problem }: ReportRun) =>
  !background && problem?.hint !== undefined && problem.line === undefined

/** The answer, or what stands in its place. */
function Body({ report, run, mayRun, own, start, starting, acts, children }: BodyProps) {
  if (!run)
    return mayRun ? (
      <Empty
        icon={FileChartColumn}
        title={report.run === null ? texts.neverRun : report.run.stale ? texts.changed : texts.otherValues}
        hint={texts.neverRunHint}
        action={
          <Button variant="primary" busy={starting} onClick={() => void start()}>
            {texts.run}
          </Button>
        }
      />
    ) : (
      <Empty icon={FileChartColumn} title={texts.viewOnly} hint={texts.viewOnlyHint} />
    )
  if (run.status === 'processing')
    return <Running run={run} stopping={acts.busy === 'stop'} onStop={() => void acts.stop(report.id)} />
  if (run.status === 'completed') return children
  return (
    <FailedReport
      report={report}
      run={run}
      mayRun={mayRun}
      actions={
        <>
          {own && (
            <Link
              to="/reports/$reportId"
              params={{ reportId: report.id }}
              search={{ edit: true }}
              className={buttonClass({ variant: 'primary' })}
            >
              <Pencil size={15} aria-hidden />
              {listTexts.fix}
            </Link>
          )}
          {mayRun && (
            <Button icon={RefreshCw} busy={starting} onClick={() => void start()}>
              {texts.again}
            </Button>
          )}
          {mayRun && isLimit(run) && (
            <Button icon={FileDown} onClick={() => void start({ background: true })}>
              {texts.asFile}
            </Button>
          )}
        </>
      }
    />
  )
}
