import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import { FormId } from '@throughline/contracts/ids'
import type { OpenedReport } from '@throughline/contracts/reports'
import { Play, Sparkles } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { DiscardDialog } from '../../../shared/discard-dialog.tsx'
import { dayKey } from '../../../shared/format/time.ts'
import { isStale, reasonOf } from '../../../shared/server-message.ts'
import { useUnsavedGuard } from '../../../shared/unsaved.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { modKey } from '../../../ui/mod-key.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { parametersFor, viewsIn } from '../query-text.ts'
import { type DraftedQuery, reportCalls, reportQuery, useReportsRefresh, viewsQuery } from '../reports.api.ts'
import { spec, editorTexts as texts } from '../reports.texts.ts'
import type { ReportDraft } from '../starters.ts'
import { CopilotPane, NO_QUESTION, type Question } from './copilot-pane.tsx'
import { DraftBand } from './draft-band.tsx'
import { ParameterFields } from './parameter-fields.tsx'
import { PreviewPane, type PreviewState } from './preview-pane.tsx'
import { SqlEditor, type SqlEditorHandle } from './sql-editor.tsx'
import { ViewsList } from './views-list.tsx'

type ReportDialogProps = {
  title: string
  draft: ReportDraft
  /** A question in plain words, typed before the dialog was opened. */
  question?: string | undefined
  /** The report that is changed; without it, a new one is created. */
  report?: OpenedReport
  /** The address of the page that it stands on, which may change below it. */
  here: string
  onDone: (report: OpenedReport) => void
  onClose: () => void
}

type Errors = { title?: string | undefined; query?: string | undefined; question?: string | undefined }

const keyOf = ({ query, parameters }: ReportDraft) => JSON.stringify([query, parameters])

const NOT_RUN: PreviewState = { busy: false, failed: undefined, answer: undefined }

/** What the query is, and what was found out about it. */
function useQueryDraft(first: ReportDraft, today: string) {
  const [draft, setDraft] = useState(first)
  const [preview, setPreview] = useState(NOT_RUN)
  const [errors, setErrors] = useState<Errors>({})
  /** What was asked last: an answer to anything before it comes too late. */
  const last = useRef({ turn: 0, question: '' })
  const setTitle = (title: string) => {
    setDraft((now) => ({ ...now, title }))
    setErrors((now) => ({ ...now, title: undefined }))
  }
  const advanceTurn = () => {
    last.current = { turn: last.current.turn + 1, question: '' }
  }
  /** What is under way, or was wrong, belongs to the draft as it was; its rows stay until others come. */
  const outdatePreview = () => {
    advanceTurn()
    setPreview((now) => (now.busy || now.answer?.problem || now.failed ? NOT_RUN : now))
  }
  const setQuery = (query: string) => {
    setDraft((now) => ({ ...now, query, parameters: parametersFor(query, now.parameters, today) }))
    setErrors((now) => ({ ...now, query: undefined }))
    outdatePreview()
  }
  const setParameters = (parameters: ReportDraft['parameters']) => {
    setDraft((now) => ({ ...now, parameters }))
    outdatePreview()
  }
  const replace = ({ query, parameters }: Pick<DraftedQuery, 'query' | 'parameters'>) => {
    setDraft((now) => ({ ...now, query, parameters: parametersFor(query, parameters, today) }))
    setErrors({})
    setPreview(NOT_RUN)
    advanceTurn()
  }
  const run = async () => {
    if (!draft.query.trim()) {
      setErrors((now) => ({ ...now, query: spec.queryRequired }))
      return
    }
    const question = keyOf(draft)
    if (preview.busy && question === last.current.question) return
    const turn = last.current.turn + 1
    last.current = { turn, question }
    const show = (found: Partial<PreviewState>) => {
      if (last.current.turn === turn) setPreview({ ...NOT_RUN, ...found })
    }
    show({ busy: true })
    try {
      show({ answer: await reportCalls.preview(draft.query, draft.parameters) })
    } catch (error) {
      show({ failed: reasonOf(error) ?? texts.previewFailed })
    }
  }
  return { draft, preview, errors, setErrors, setTitle, setQuery, setParameters, replace, run }
}

/** Writing the query of a report, in SQL or from plain words. */
export function ReportDialog(props: ReportDialogProps) {
  const { title, report, here, onDone, onClose } = props
  const zone = useZone()
  const today = dayKey(useNow(), zone)
  const query = useQueryDraft(props.draft, today)
  const { draft, errors, setErrors } = query
  const words = usePlainWords(props.question, query.replace, setErrors)
  const { busy, failed, saved, save } = useSaving(query, report, onDone)
  const [canceling, setCanceling] = useState(false)
  const dirty =
    draft.title !== props.draft.title || keyOf(draft) !== keyOf(props.draft) || words.question.text.trim() !== ''
  const guard = useMemo(
    () => ({ stays: (path: string) => saved.current || path === here, settle: () => Promise.resolve(false) }),
    [here, saved],
  )
  const leaving = useUnsavedGuard(dirty, guard)
  const copilot = words.mode === 'copilot'
  const problems = Object.values(errors).filter(Boolean).length
  return (
    <>
      <Dialog
        title={title}
        width={1240}
        onClose={() => (dirty ? setCanceling(true) : onClose())}
        footer={
          <p role={failed ? 'alert' : undefined} className="mr-auto min-w-0 text-sm text-fg-3">
            {failed || problems > 0 ? (
              <span className="text-danger-fg">{failed ?? texts.toFix(problems)}</span>
            ) : copilot ? (
              texts.toEditor
            ) : (
              texts.limits
            )}
          </p>
        }
        action={
          copilot
            ? {
                label: spec.generate,
                icon: Sparkles,
                busy: words.busy,
                busyLabel: spec.generating,
                onClick: () => void words.ask(),
              }
            : { label: report ? texts.save : spec.createIt, busy, onClick: () => void save() }
        }
      >
        <div className="-mx-5 -mb-5 flex h-[calc(100dvh-188px)] min-h-96 flex-col">
          <DialogHead draft={draft} error={errors.title} onTitle={query.setTitle} words={words} />
          <Panes query={query} words={words} today={today} />
        </div>
      </Dialog>
      <DiscardDialog
        canceling={canceling}
        leaving={leaving}
        onStay={() => setCanceling(false)}
        onDiscard={() => {
          setCanceling(false)
          onClose()
        }}
      />
    </>
  )
}

function useSaving(
  { draft, setErrors, run }: ReturnType<typeof useQueryDraft>,
  report: OpenedReport | undefined,
  onDone: (report: OpenedReport) => void,
) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const saved = useRef(false)
  const queries = useQueryClient()
  const refresh = useReportsRefresh()
  const save = async () => {
    const found: Errors = {
      ...(!draft.title.trim() && { title: spec.nameRequired }),
      ...(!draft.query.trim() && { query: spec.queryRequired }),
    }
    setErrors(found)
    if (found.title || found.query) return
    setBusy(true)
    setFailed(undefined)
    try {
      const done = await saveReport(report, draft)
      saved.current = true
      // The page below asks what was saved, before it is read anew.
      queries.setQueryData(reportQuery(done.id).queryKey, done)
      void refresh()
      onDone(done)
    } catch (error) {
      setFailed(failureOf(error, report !== undefined))
      if (error instanceof ApiError && error.status === 422) await run()
    } finally {
      setBusy(false)
    }
  }
  return { busy, failed, saved, save }
}

/** A new report runs as it is created. One that was changed is run by its page: it is saved even if it can't run now. */
function saveReport(report: OpenedReport | undefined, { title, query, parameters }: ReportDraft) {
  if (!report) return reportCalls.create(title.trim(), query, parameters)
  return reportCalls.change(report.id, { version: report.version, title: title.trim(), query, parameters })
}

function failureOf(error: unknown, changing: boolean): string {
  if (isStale(error)) return texts.stale
  const failed = changing ? texts.saveFailed : spec.createFailed
  const reason = reasonOf(error)
  return reason ? `${failed} ${reason}` : failed
}

type PlainWords = ReturnType<typeof usePlainWords>

function generateFrom({ about, prefix, formId, text }: Question): Promise<DraftedQuery> {
  const form = about === 'form' ? FormId.safeParse(formId).data : undefined
  return reportCalls.generate({
    query: text.trim(),
    ...(about === 'workflow' && prefix && { workflow_prefix: prefix }),
    ...(form && { form_id: form }),
  })
}

/** The other way to a query: a question, and what came of it. */
function usePlainWords(
  begun: string | undefined,
  onQuery: (drafted: DraftedQuery) => void,
  setErrors: (errors: Errors) => void,
) {
  const [mode, setMode] = useState<'standard' | 'copilot'>(begun ? 'copilot' : 'standard')
  const [question, setQuestion] = useState<Question>({ ...NO_QUESTION, text: begun ?? '' })
  const [drafted, setDrafted] = useState<{ answer: DraftedQuery; question: string }>()
  const [busy, setBusy] = useState(Boolean(begun))
  const receive = (answer: DraftedQuery) => {
    setDrafted({ answer, question: question.text.trim() })
    onQuery(answer)
    setMode('standard')
  }
  const readOtherwise = () => {
    if (!drafted?.answer.other) return
    const { query, readings, other } = drafted.answer
    const answer = { ...drafted.answer, ...other, other: { query, readings } }
    setDrafted({ ...drafted, answer })
    onQuery(answer)
  }
  const refuse = (error: unknown) => {
    const reason = reasonOf(error)
    setErrors({
      question: reason && reason !== spec.generateFailed ? `${spec.generateFailed} ${reason}` : spec.generateFailed,
    })
  }
  const generate = () =>
    generateFrom(question)
      .then(receive, refuse)
      .finally(() => setBusy(false))
  const ask = () => {
    if (!question.text.trim()) return setErrors({ question: spec.questionRequired })
    setBusy(true)
    setErrors({})
    return generate()
  }
  const begin = useEffectEvent(() => void generate())
  useEffect(() => {
    if (begun) begin()
  }, [begun])
  const change = (next: Question) => {
    if (next.text !== question.text) setErrors({})
    setQuestion(next)
  }
  return { mode, setMode, question, setQuestion: change, drafted, readOtherwise, busy, ask }
}

type DialogHeadProps = {
  draft: ReportDraft
  error: string | undefined
  onTitle: (title: string) => void
  words: PlainWords
}

function DialogHead({ draft, error, onTitle, words }: DialogHeadProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3 border-b px-5 pt-1 pb-3">
      <label htmlFor="report-name" className="text-sm font-medium">
        {spec.name}
      </label>
      <span className="w-80 max-w-full">
        <Input
          id="report-name"
          value={draft.title}
          maxLength={200}
          aria-invalid={error !== undefined}
          aria-describedby={error && 'report-name-error'}
          onChange={(event) => onTitle(event.target.value)}
        />
      </span>
      {error && (
        <span id="report-name-error" role="alert" className="text-sm text-danger-fg">
          {error}
        </span>
      )}
      <span className="flex-1" />
      <Segmented
        label={texts.mode}
        value={words.mode}
        onChange={words.setMode}
        items={[
          { value: 'standard', label: spec.standard },
          { value: 'copilot', label: spec.copilot, icon: Sparkles },
        ]}
      />
    </div>
  )
}

type PanesProps = { query: ReturnType<typeof useQueryDraft>; words: PlainWords; today: string }

const NONE = { views: [], functions: [] }

function Panes({ query, words, today }: PanesProps) {
  const { draft, preview, errors } = query
  const editor = useRef<SqlEditorHandle>(null)
  const known = useQuery(viewsQuery)
  const { views, functions } = known.data ?? NONE
  const reads = viewsIn(draft.query, views)
  if (words.mode === 'copilot')
    return (
      <div className="flex min-h-0 flex-1">
        <CopilotPane question={words.question} error={errors.question} onChange={words.setQuestion} />
      </div>
    )
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        {words.drafted && (
          <DraftBand
            {...words.drafted}
            // A query that was edited since is no reading of the question any more.
            onOther={draft.query === words.drafted.answer.query ? words.readOtherwise : undefined}
            onAgain={() => words.setMode('copilot')}
          />
        )}
        <div className="flex h-10 shrink-0 items-center gap-3 border-b px-4 text-sm">
          <span className="text-fg-3 max-[900px]:hidden">{texts.syntax}</span>
          {reads.length > 0 && (
            <span className="truncate text-fg-3">
              {texts.reads}{' '}
              <span translate="no" className="font-mono text-xs text-fg-2">
                {reads.map(({ name }) => name).join(', ')}
              </span>
            </span>
          )}
          <span className="flex-1" />
          {errors.query && (
            <span role="alert" className="text-danger-fg">
              {errors.query}
            </span>
          )}
          <Button size="sm" icon={Play} kbd={modKey('↵')} busy={preview.busy} onClick={() => void query.run()}>
            {texts.preview}
          </Button>
        </div>
        <SqlEditor
          ref={editor}
          value={draft.query}
          onChange={query.setQuery}
          onRun={() => void query.run()}
          views={views}
          functions={functions}
          problem={preview.answer?.problem}
        />
        <ParameterFields parameters={draft.parameters} today={today} onChange={query.setParameters} />
        <PreviewPane query={draft.query} preview={preview} onRun={() => void query.run()} onRepair={query.setQuery} />
      </div>
      <ViewsList views={views} failed={known.isError} onInsert={(text) => editor.current?.insert(text)} />
    </div>
  )
}
