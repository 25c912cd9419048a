import { DEFAULT_SUBMIT_TEXT, type FormElement } from '@throughline/contracts/form-content'
import { formSpec, formTexts } from '@throughline/contracts/form-texts'
import type { Json } from '@throughline/flow/eval'
import { type AnswerProblem, checkResponse, fieldOf, pagesOf, visiblePages } from '@throughline/flow/form'
import { compileForm } from '@throughline/flow/form-compile'
import { problemText } from '@throughline/flow/form-problem-text'
import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { texts as builderTexts } from '../builder.texts.ts'
import { BannerView } from './canvas/banner-view.tsx'
import { ElementView } from './canvas/element-view.tsx'
import { asFormContent, type Content } from './model/content.ts'

const texts = builderTexts.preview
const STATES = ['filling', 'errors', 'sent', 'closed'] as const
type State = (typeof STATES)[number]
const ITEMS = STATES.map((value) => ({ value, label: texts.states[value] }))
const PHONE_BANNER = 120

type PreviewProps = { content: Content; organization: string }
type Answers = Readonly<Record<string, Json>>

/** Files are not uploaded here: any id says that there is one. */
const SOME_FILE = '00000000-0000-0000-0000-000000000000'

/** What the page would make of the answers: nothing of this leaves the builder. */
function useReading(content: Content, answers: Answers) {
  const now = useNow()
  const { compiled } = useMemo(() => compileForm(asFormContent(content)), [content])
  return useMemo(() => {
    const given = compiled.fields.flatMap(({ name, type }): [string, Json][] => {
      const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
      if (answer === undefined) return []
      return [[name, type === 'file' && Array.isArray(answer) ? answer.map(() => SOME_FILE) : answer]]
    })
    const { problems, hidden } = checkResponse(compiled, Object.fromEntries(given), now)
    const hiddenIds = new Set(hidden)
    return { problems, hidden: hiddenIds, pages: visiblePages(compiled, hiddenIds) }
  }, [compiled, answers, now])
}
type Reading = ReturnType<typeof useReading>

/** How respondents see the draft, on a phone and on a desktop, in each state that its page can be in. */
export function Preview({ content, organization }: PreviewProps) {
  const [state, setState] = useState<State>('filling')
  const [page, setPage] = useState(0)
  const [answers, setAnswers] = useState<Answers>({})
  const reading = useReading(content, answers)
  const at = reading.pages.findLast((one) => one <= page) ?? 0
  const shown: PublicViewProps = {
    content,
    organization,
    state,
    page: at,
    answers,
    reading,
    onPage: setPage,
    onSend: () => setState('sent'),
    onAnswer: (id, answer) => setAnswers((before) => ({ ...before, [id]: answer })),
  }
  return (
    <div className="flex min-w-0 flex-1 flex-col bg-board">
      <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-3 border-b bg-surface px-4 py-1">
        <Segmented<State> label={texts.state} value={state} onChange={setState} items={ITEMS} />
        <span className="min-w-0 flex-1 text-xs text-fg-3">{texts.note}</span>
        <Button
          size="sm"
          variant="ghost"
          icon={RotateCcw}
          onClick={() => {
            setState('filling')
            setPage(0)
            setAnswers({})
          }}
        >
          {texts.startOver}
        </Button>
      </div>
      <section
        aria-label={texts.label}
        className="grid min-h-0 flex-1 grid-cols-[390px_minmax(0,1fr)] items-start gap-10 overflow-y-auto px-10 py-6 max-[900px]:grid-cols-1"
      >
        <figure className="m-0">
          <figcaption className="mb-2 text-center text-xs text-fg-3">{texts.phone}</figcaption>
          <div className="mx-auto h-163 w-97.5 max-w-full overflow-y-auto rounded-[36px] border-[9px] border-line-strong bg-surface shadow-md">
            <PublicView {...shown} small />
          </div>
        </figure>
        <figure className="m-0 min-w-0 max-[900px]:hidden">
          <figcaption className="mb-2 text-center text-xs text-fg-3">{texts.desktop}</figcaption>
          <div className="h-163 overflow-y-auto rounded-lg border bg-canvas px-5 pt-5 shadow-md">
            <div className="mx-auto w-160 max-w-full overflow-hidden rounded-lg border bg-surface">
              <PublicView {...shown} />
            </div>
          </div>
        </figure>
      </section>
    </div>
  )
}

type PublicViewProps = PreviewProps & {
  state: State
  page: number
  answers: Answers
  reading: Reading
  small?: boolean
  onPage: (page: number) => void
  onSend: () => void
  onAnswer: (id: string, answer: Json) => void
}

function PublicView(props: PublicViewProps) {
  const { content, organization, state, page, reading, small = false } = props
  const { banner } = content
  const height = banner ? (small ? Math.min(banner.height, PHONE_BANNER) : banner.height) : 0
  const isOpen = state === 'filling' || state === 'errors'
  const number = reading.pages.indexOf(page) + 1
  const count = reading.pages.length
  return (
    <>
      {banner && (page === 0 || !isOpen) && <BannerView banner={{ ...banner, height }} />}
      <div className={small ? 'px-4 pt-4 pb-6' : 'px-8 pt-6 pb-8'}>
        <p className="mb-3 flex flex-wrap justify-between gap-x-4 text-sm">
          <span translate="no" className="font-medium">
            {organization}
          </span>
          {isOpen && count > 1 && <span className="text-fg-3">{formTexts.pageOf(number, count)}</span>}
        </p>
        {state === 'sent' && <Sent content={content} />}
        {state === 'closed' && <Closed content={content} />}
        {isOpen && count > 1 && <Bars number={number} count={count} />}
        {isOpen && <Filling {...props} />}
      </div>
    </>
  )
}

const heading = 'text-xl font-semibold wrap-anywhere'

function Sent({ content: { settings } }: { content: Content }) {
  return (
    <>
      <p className={heading}>{formSpec.thanks}</p>
      <p className="mt-2 text-md text-fg-2">{formSpec.recorded}</p>
      {settings.thank_you && (
        <p translate="no" className="mt-2 text-md whitespace-pre-line text-fg-2 wrap-anywhere">
          {settings.thank_you}
        </p>
      )}
      <p className="mt-6 rounded-lg border px-4 py-3 text-sm text-fg-3">
        {formTexts.receipt}
        <span translate="no" className="block font-mono text-xl tracking-wide text-fg">
          {texts.sampleReceipt}
        </span>
      </p>
    </>
  )
}

function Closed({ content: { title, settings } }: { content: Content }) {
  return (
    <>
      <p className={heading}>{texts.closedTitle}</p>
      <p className="mt-2 text-md text-fg-2">{texts.closedNote(title)}</p>
      {settings.contact && (
        <p translate="no" className="mt-2 text-md text-fg-2 wrap-anywhere">
          {settings.contact}
        </p>
      )}
    </>
  )
}

/** What conditions hide is not there, and what must be answered is wrong where that is asked for. */
function Filling({ content, state, page, answers, reading, small, onPage, onSend, onAnswer }: PublicViewProps) {
  const { title, description, settings, elements } = content
  const own = useMemo(() => pagesOf(elements), [elements])[page]
  const next = reading.pages.find((one) => one > page)
  const shown = own?.elements.filter(({ id }) => !reading.hidden.has(id)) ?? []
  const hasHeading = elements.find(({ type }) => type !== 'page')?.type === 'mainHeading'
  return (
    <>
      {page === 0 && (
        <div translate="no" className="mb-5">
          {!hasHeading && <p className={heading}>{title}</p>}
          {description && <p className="mt-1 text-md whitespace-pre-line text-fg-2">{description}</p>}
        </div>
      )}
      {own?.title && (
        <p translate="no" className="mb-4 text-lg font-semibold">
          {own.title}
        </p>
      )}
      {elements.length === 0 && <p className="text-md text-fg-3">{formSpec.noContent}</p>}
      <div className={cn('grid gap-5', !small && 'grid-cols-2')}>
        {shown.map((element) => (
          <div key={element.id} className={small || !element.narrow ? 'col-span-full' : undefined}>
            <ElementView
              element={element}
              problem={state === 'errors' ? wrongOf(element, reading.problems) : undefined}
              answering={{
                answer: answers[element.id] ?? element.defaultValue ?? null,
                onAnswer: (answer) => onAnswer(element.id, answer),
              }}
            />
          </div>
        ))}
      </div>
      <div className="mt-6 flex items-center justify-between gap-3">
        {page > 0 ? (
          <Button variant="ghost" onClick={() => onPage(reading.pages.findLast((one) => one < page) ?? 0)}>
            {formTexts.back}
          </Button>
        ) : (
          <span />
        )}
        <Button variant="primary" size="lg" onClick={() => (next === undefined ? onSend() : onPage(next))}>
          {next === undefined ? (
            <span translate="no">{settings.submitButtonText || DEFAULT_SUBMIT_TEXT}</span>
          ) : (
            formTexts.next
          )}
        </Button>
      </div>
    </>
  )
}

/** In the words of the public page. */
function wrongOf(element: FormElement, problems: Readonly<Record<string, AnswerProblem>>): string | undefined {
  const problem = Object.hasOwn(problems, element.id) ? problems[element.id] : undefined
  const field = fieldOf(element)
  return field && problem && problemText(field, problem)
}

function Bars({ number, count }: { number: number; count: number }) {
  return (
    <span aria-hidden className="mb-4 flex gap-1">
      {Array.from({ length: count }, (_, at) => (
        <span key={at} className={cn('h-1 flex-1 rounded-full', at < number ? 'bg-accent' : 'bg-(--viz-track)')} />
      ))}
    </span>
  )
}
