import type { FormElement } from '@throughline/contracts/form-content'
import { formSpec, formTexts } from '@throughline/contracts/form-texts'
import { ListTree, Plus } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { same } from '../../../../shared/draft/merging.ts'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { texts } from '../../builder.texts.ts'
import type { Content } from '../model/content.ts'
import type { Insertable } from '../model/elements.ts'
import { blocksOf, type PageBlock } from '../model/pages.ts'
import { useTypedText } from '../typed-text.tsx'
import type { Edits } from '../use-edits.ts'
import { BannerView } from './banner-view.tsx'
import { Block } from './block.tsx'
import { InsertLine } from './insert-line.tsx'

type CanvasProps = {
  content: Content
  page: number
  selected: string | undefined
  /** The element that was added last: its words are to be typed. */
  fresh: string | undefined
  wrong: ReadonlySet<string>
  /** Absent: only to be looked at. */
  edits: Edits | undefined
  onSelect: (id: string | undefined) => void
  onBanner: () => void
}

/** The form's page as respondents see it. */
export function Canvas(props: CanvasProps) {
  const { content, page, edits, onBanner } = props
  const blocks = useMemo(() => blocksOf(content.elements), [content.elements])
  const titles = useTitles(blocks)
  const block = blocks[page] ?? blocks[0]
  const own = block?.elements ?? []
  const isBlank = content.elements.length === 0
  return (
    <section aria-label={texts.theForm} className="min-w-0 flex-1 overflow-y-auto bg-board">
      <div className="mx-auto w-155 max-w-full px-3 py-6">
        <div className="rounded-lg border bg-surface pb-5 shadow-sm">
          {page === 0 && content.banner && <BannerView banner={content.banner} onPress={edits && onBanner} />}
          <div className="px-5 pt-4">
            {blocks.length > 1 && <PageLine page={page} count={blocks.length} />}
            {page === 0 && <Heading content={content} edits={edits} />}
            {blocks.length > 1 && <PageTitle page={page} mark={block?.mark} edits={edits} />}
            {isBlank && !edits && <p className="px-3 py-6 text-md text-fg-3">{formSpec.noContent}</p>}
            <Blocks {...props} elements={own} titles={titles} />
            {edits && <InsertLine spot={{ page }} edits={edits} large={isBlank} />}
            {isBlank && edits && <FirstQuestions edits={edits} />}
            {!isBlank && <Foot page={page} count={blocks.length} submit={content.settings.submitButtonText} />}
          </div>
        </div>
      </div>
    </section>
  )
}

/** The same list as long as it says the same: with a new one at every key press all elements would be drawn anew. */
function useTitles(blocks: readonly PageBlock[]): readonly string[] {
  const titles = blocks.map(({ mark }, at) => mark?.title || texts.pageTitle(at + 1))
  const [kept, keep] = useState(titles)
  if (same(kept, titles)) return kept
  keep(titles)
  return titles
}

type BlocksProps = Pick<CanvasProps, 'selected' | 'fresh' | 'wrong' | 'edits' | 'onSelect'> & {
  elements: readonly FormElement[]
  titles: readonly string[]
}

const Blocks = memo(function Blocks({ elements, titles, selected, fresh, wrong, edits, onSelect }: BlocksProps) {
  return (
    <div className="grid grid-cols-2 gap-x-1 gap-y-1.5">
      {elements.map((element) => (
        <div key={element.id} className={cn('[contain:layout_style]', !element.narrow && 'col-span-2')}>
          <Block
            element={element}
            selected={element.id === selected}
            wrong={wrong.has(element.id)}
            fresh={element.id === fresh}
            edits={edits}
            onSelect={onSelect}
            pages={titles}
          />
        </div>
      ))}
    </div>
  )
})

/** Where a page begins. */
const PageLine = ({ page, count }: { page: number; count: number }) => (
  <p className="flex items-center gap-3 px-3 pb-3 text-xs text-fg-3">
    <span aria-hidden className="h-px flex-1 border-t border-dashed border-line-strong" />
    {formTexts.pageOf(page + 1, count)}
    <span aria-hidden className="h-px flex-1 border-t border-dashed border-line-strong" />
  </p>
)

type PageTitleProps = { page: number; mark: FormElement | undefined; edits: Edits | undefined }

/** Stands where respondents see it: on the first page below the form's own. */
function PageTitle({ page, mark, edits }: PageTitleProps) {
  const title = mark?.title ?? ''
  if (edits && mark)
    return (
      <div className="px-3 pb-4">
        <TypedOver
          oneLine
          label={texts.pageName}
          maxLength={500}
          placeholder={texts.pageTitle(page + 1)}
          value={title}
          onText={(text) => edits.change(mark.id, { title: text }, 'title')}
          className="text-lg font-semibold"
        />
      </div>
    )
  return (
    title && (
      <p translate="no" className="px-3 pb-4 text-lg font-semibold wrap-anywhere">
        {title}
      </p>
    )
  )
}

type TypedOverProps = {
  label: string
  value: string
  onText: (text: string) => void
  placeholder: string
  maxLength: number
  /** It may fill several lines, but has none of its own. */
  oneLine?: boolean
  className: string
}

/** Words that are typed where they stand; as high as they need. */
function TypedOver({ label, value, onText, oneLine = false, className, ...rest }: TypedOverProps) {
  const [text, type] = useTypedText(value, onText)
  return (
    <textarea
      {...rest}
      aria-label={label}
      rows={1}
      value={text}
      onChange={({ target }) => type(oneLine ? target.value.replaceAll(/\s*\n\s*/g, ' ') : target.value)}
      onKeyDown={(event) => {
        if (oneLine && event.key === 'Enter') event.preventDefault()
      }}
      className={cn(
        '-mx-1 block field-sizing-content w-full resize-none rounded-xs bg-transparent px-1 placeholder:text-fg-3 hover:bg-surface-2',
        className,
      )}
    />
  )
}

/** The title and what the form is for. A form whose page begins with a heading of its own shows that. */
function Heading({ content, edits }: { content: Content; edits: Edits | undefined }) {
  const { title, description, elements } = content
  const hasOwn = elements.find(({ type }) => type !== 'page')?.type === 'mainHeading'
  const titleClass = 'text-2xl font-semibold wrap-anywhere'
  if (!edits)
    return (
      <div translate="no" className="px-3 pb-4">
        {!hasOwn && <p className={titleClass}>{title}</p>}
        {description && <p className="mt-1 text-md whitespace-pre-line text-fg-2">{description}</p>}
      </div>
    )
  return (
    <div className="px-3 pb-4">
      {!hasOwn && (
        <TypedOver
          oneLine
          label={texts.title}
          maxLength={200}
          placeholder={texts.titlePlaceholder}
          value={title}
          onText={edits.setTitle}
          className={titleClass}
        />
      )}
      <TypedOver
        label={texts.description}
        maxLength={5_000}
        placeholder={texts.descriptionPlaceholder}
        value={description}
        onText={edits.setDescription}
        className="mt-1 text-md text-fg-2"
      />
    </div>
  )
}

const Foot = ({ page, count, submit }: { page: number; count: number; submit: string }) => (
  <div aria-hidden className="mt-3 flex items-center justify-between px-3">
    <span className="text-sm text-fg-3">{page > 0 && formTexts.back}</span>
    <span className="inline-flex h-11 items-center rounded-sm bg-accent px-5 text-md font-medium text-on-accent">
      {page < count - 1 ? formTexts.next : <span translate="no">{submit}</span>}
    </span>
  </div>
)

const FIRST: [keyof typeof texts.firstQuestions, Insertable][] = [
  ['name', 'textbox'],
  ['email', 'email'],
  ['company', 'textbox'],
  ['date', 'date'],
  ['quantity', 'number'],
  ['upload', 'attachment'],
  ['agree', 'checkbox'],
]

function FirstQuestions({ edits }: { edits: Edits }) {
  return (
    <div className="px-3 pt-6">
      <p className="mb-2 text-sm font-medium text-fg-2">{texts.commonFirst}</p>
      <div className="flex flex-wrap gap-1.5">
        {FIRST.map(([name, kind]) => (
          <Button
            key={name}
            size="sm"
            icon={Plus}
            onClick={() => edits.add(kind, { page: 0 }, texts.firstQuestions[name])}
          >
            {texts.firstQuestions[name]}
          </Button>
        ))}
      </div>
      <p className="mt-6 flex items-start gap-2 rounded-md bg-surface-2 px-3 py-2 text-sm text-fg-2">
        <ListTree size={15} aria-hidden className="mt-0.5 shrink-0 text-fg-3" />
        {texts.pasteHint}
      </p>
    </div>
  )
}
