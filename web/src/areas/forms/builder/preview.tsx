import { DEFAULT_SUBMIT_TEXT, type FormElement } from '@throughline/contracts/form-content'
import { formSpec, formTexts } from '@throughline/contracts/form-texts'
import { type AnswerProblem, checkResponse, fieldOf, pagesOf } from '@throughline/flow/form'
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

/** How respondents see the draft, on a phone and on a desktop, in each state that its page can be in. */
export function Preview({ content, organization }: PreviewProps) {
  const [state, setState] = useState<State>('filling')
  const [page, setPage] = useState(0)
  const pages = useMemo(() => pagesOf(content.elements), [content.elements])
  const at = Math.min(page, pages.length - 1)
  const shown = { content, organization, state, page: at, onPage: setPage }
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

type PublicViewProps = PreviewProps & { state: State; page: number; small?: boolean; onPage: (page: number) => void }

function PublicView({ content, organization, state, page, small = false, onPage }: PublicViewProps) {
  const { banner } = content
  const height = banner ? (small ? Math.min(banner.height, PHONE_BANNER) : banner.height) : 0
  return (
    <>
      {banner && page === 0 && <BannerView banner={{ ...banner, height }} />}
      <div className={small ? 'px-4 pt-4 pb-6' : 'px-8 pt-6 pb-8'}>
        <p translate="no" className="mb-3 text-sm font-medium">
          {organization}
        </p>
        {state === 'sent' && <Sent content={content} />}
        {state === 'closed' && <Closed content={content} />}
        {(state === 'filling' || state === 'errors') && (
          <Filling content={content} hasErrors={state === 'errors'} page={page} small={small} onPage={onPage} />
        )}
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

type FillingProps = {
  content: Content
  hasErrors: boolean
  page: number
  small: boolean
  onPage: (page: number) => void
}

/** A blank form: what its conditions hide is not there, and what must be answered is wrong where that is asked for. */
function Filling({ content, hasErrors, page, small, onPage }: FillingProps) {
  const { title, description, settings, elements } = content
  const pages = useMemo(() => pagesOf(elements), [elements])
  const now = useNow()
  const blank = useMemo(() => checkResponse(compileForm(asFormContent(content)).compiled, {}, now), [content, now])
  const own = pages[page]
  const isLast = page >= pages.length - 1
  const shown = own?.elements.filter(({ id }) => !blank.hidden.includes(id)) ?? []
  const hasHeading = elements.find(({ type }) => type !== 'page')?.type === 'mainHeading'
  return (
    <>
      {pages.length > 1 && <Steps page={page} count={pages.length} />}
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
            <ElementView element={element} problem={hasErrors ? wrongOf(element, blank.problems) : undefined} />
          </div>
        ))}
      </div>
      <div className="mt-6 flex items-center justify-between gap-3">
        {page > 0 ? (
          <Button variant="ghost" onClick={() => onPage(page - 1)}>
            {formTexts.back}
          </Button>
        ) : (
          <span />
        )}
        {isLast ? (
          <span
            translate="no"
            className="inline-flex h-11 items-center rounded-sm bg-accent px-5 text-md font-medium text-on-accent"
          >
            {settings.submitButtonText || DEFAULT_SUBMIT_TEXT}
          </span>
        ) : (
          <Button variant="primary" onClick={() => onPage(page + 1)}>
            {formTexts.next}
          </Button>
        )}
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

function Steps({ page, count }: { page: number; count: number }) {
  return (
    <div className="mb-4">
      <p className="mb-1.5 text-sm text-fg-3">{formTexts.pageOf(page + 1, count)}</p>
      <span aria-hidden className="flex gap-1">
        {Array.from({ length: count }, (_, at) => (
          <span key={at} className={cn('h-1 flex-1 rounded-full', at <= page ? 'bg-accent' : 'bg-(--viz-track)')} />
        ))}
      </span>
    </div>
  )
}
