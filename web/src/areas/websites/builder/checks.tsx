import type { WebsiteContent, WebsiteElementType } from '@throughline/contracts/website-content'
import type { Website, WebsiteProblem } from '@throughline/contracts/websites'
import { Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Popover } from '../../../ui/popover.tsx'
import { texts } from '../builder.texts.ts'
import { changeElement, readableLabel, withReadableText } from './model.ts'
import { problemText } from './problem-text.ts'
import type { EditSite } from './use-site.ts'
import type { View } from './use-view.ts'
import { heavyText, MOST_BYTES, useWeights } from './use-weights.ts'

type Repair = { label: string; change: (content: WebsiteContent) => WebsiteContent }

/** What one press puts right; anything else is shown where it is. */
function repairOf({ code, name, page, element: id }: WebsiteProblem, content: WebsiteContent): Repair | undefined {
  if (code === 'contrast') {
    const { backgroundColor } = name === 'header' ? content.header_config : content.footer_config
    return {
      label: readableLabel(backgroundColor),
      change: (now) => withReadableText(now, name === 'header' ? 'header' : 'footer'),
    }
  }
  const element = content.pages.find((one) => one.id === page)?.elements.find((one) => one.id === id)
  return code === 'alt_missing' && page && element?.type === 'image'
    ? {
        label: texts.markDecorative,
        change: (now) => changeElement(now, page, { ...element, decorative: true }),
      }
    : undefined
}

type PassedCheck = { text: string; codes: readonly WebsiteProblem['code'][]; about?: WebsiteElementType }

const CHECKS: readonly PassedCheck[] = [
  { text: texts.passed.titles, codes: ['title_missing', 'page_title_missing'] },
  { text: texts.passed.links, codes: ['link_nowhere'] },
  { text: texts.passed.headings, codes: ['heading_skipped'], about: 'heading' },
  { text: texts.passed.images, codes: ['picture_missing', 'alt_missing'], about: 'image' },
  { text: texts.passed.forms, codes: ['form_missing', 'form_unpublished'], about: 'form' },
  { text: texts.passed.contrast, codes: ['contrast'] },
]

function passedOf(content: WebsiteContent, problems: readonly WebsiteProblem[]): string[] {
  const kinds = new Set(content.pages.flatMap(({ elements }) => elements.map(({ type }) => type)))
  return CHECKS.filter(
    ({ codes, about }) => (!about || kinds.has(about)) && !problems.some(({ code }) => codes.includes(code)),
  ).map(({ text }) => text)
}

type ChecksProps = {
  content: WebsiteContent
  view: View
  website: Website
  onChange: EditSite
}

/** What stands in the way of publishing or is worth a look, each with its repair or the way there; then what is fine. */
export function Checks({ content, view, website, onChange }: ChecksProps) {
  const { problems } = website
  const [open, setOpen] = useState(false)
  const Icon = problems.length > 0 ? TriangleAlert : Check
  const { weights, heavy } = useWeights(website, open)
  const light = weights
    .filter(({ page, isHeavy }) => page === view.page?.id && !isHeavy)
    .map(({ title, size }) => texts.passed.weight(title, size, MOST_BYTES))
  const go = ({ page, element }: Pick<WebsiteProblem, 'page' | 'element'>) => {
    setOpen(false)
    if (page) view.open(page)
    view.select(element)
  }
  const repair = ({ change }: Repair) => {
    setOpen(false)
    onChange(change)
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      title={texts.checks}
      className="w-84"
      trigger={
        <button
          type="button"
          className={cn(
            'flex h-8 shrink-0 items-center gap-1.5 rounded-sm px-2 text-sm font-medium hover:bg-surface-2',
            problems.length > 0 ? 'text-warning-fg' : 'text-fg-2',
          )}
        >
          <Icon size={14} aria-hidden />
          {problems.length > 0 ? texts.checkCount(problems.length) : texts.checks}
        </button>
      }
    >
      <div className="max-h-80 overflow-y-auto text-sm">
        <ul className="space-y-3">
          {problems.map((problem, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a problem is nothing but its place in the list
            <Problem key={at} {...{ problem, content }} onShow={() => go(problem)} onRepair={repair} />
          ))}
          {heavy.map((weight) => (
            <li key={weight.page}>
              {heavyText(weight)}
              <span className="mt-1 flex">
                <Button size="sm" onClick={() => go(weight)}>
                  {texts.show}
                </Button>
              </span>
            </li>
          ))}
        </ul>
        <Passed checks={[...passedOf(content, problems), ...light]} />
        <p className="mt-3 border-t pt-3 text-xs text-fg-3">{texts.checksNote}</p>
      </div>
    </Popover>
  )
}

type ProblemProps = {
  problem: WebsiteProblem
  content: WebsiteContent
  onShow: () => void
  onRepair: (repair: Repair) => void
}

function Problem({ problem, content, onShow, onRepair }: ProblemProps) {
  const repair = repairOf(problem, content)
  return (
    <li>
      {problemText(problem)}
      <span translate="no" className="block text-xs text-fg-3">
        {content.pages.find(({ id }) => id === problem.page)?.title}
      </span>
      {(repair || problem.page) && (
        <span className="mt-1 flex gap-1.5">
          {repair && (
            <Button size="sm" onClick={() => onRepair(repair)}>
              {repair.label}
            </Button>
          )}
          {problem.page && (
            <Button size="sm" onClick={onShow}>
              {texts.show}
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

function Passed({ checks }: { checks: readonly string[] }) {
  if (checks.length === 0) return null
  return (
    <section className="mt-3 border-t pt-3">
      <h3 className="text-xs font-medium text-fg-3">{texts.passed.title}</h3>
      <ul className="mt-1.5 space-y-1">
        {checks.map((text) => (
          <li key={text} className="flex items-center gap-2 text-fg-2">
            <Check size={14} aria-hidden className="shrink-0 text-success-fg" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
