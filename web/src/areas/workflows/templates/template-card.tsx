import type { Template } from '@throughline/contracts/templates'
import { memo, type ReactNode, useMemo } from 'react'
import { categoryName } from '../../../shared/workflow-categories.texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { MiniFlow } from '../canvas/mini-flow.tsx'
import { templateDrawing } from './template-drawing.ts'
import { spec, stepCount, texts, useCount } from './templates.texts.ts'

const MAX_TAGS = 2

type TemplateCardProps = {
  template: Template
  menu?: ReactNode
  /** Absent for those who may only read. */
  onUse?: ((template: Template) => void) | undefined
}

export const TemplateCard = memo(function TemplateCard({ template, menu, onUse }: TemplateCardProps) {
  const { name, description, type, tags, steps, downloads } = template
  const drawing = useMemo(() => templateDrawing(template), [template])
  return (
    <li
      data-row={template.id}
      className="card flex flex-col overflow-hidden rounded-lg border bg-card shadow-xs hover:border-line-strong hover:shadow-sm"
    >
      <div className="grid h-24 place-items-center border-b bg-board px-4">
        <MiniFlow drawing={drawing} label={texts.drawingOf(name)} className="h-19 w-full" />
      </div>
      <div className="flex flex-1 flex-col p-3.5">
        <div className="flex min-w-0 items-center gap-1 text-xs text-fg-3">
          <Tag className="mr-auto">
            <span translate="no">{categoryName(type)}</span>
          </Tag>
          {tags.slice(0, MAX_TAGS).map((tag) => (
            <span key={tag} translate="no" className="min-w-0 truncate rounded-[5px] border px-1.5 leading-[18px]">
              {tag}
            </span>
          ))}
          {menu && <span className="-my-1 -mr-1.5">{menu}</span>}
        </div>
        <h2 translate="no" className="mt-2 truncate text-md leading-snug" title={name}>
          {name}
        </h2>
        <p translate="no" className="mt-0.5 line-clamp-2 min-h-8 text-xs text-fg-3">
          {description}
        </p>
        <div className="mt-3 flex min-h-7 items-center gap-1.5 text-xs text-fg-2">
          <span className="tnum">{stepCount(steps.length)}</span>
          <span aria-hidden>·</span>
          <span className="tnum flex-1">{useCount(downloads)}</span>
          {onUse && (
            <Button size="sm" aria-label={texts.useNamed(name)} data-main onClick={() => onUse(template)}>
              {spec.use}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
})
