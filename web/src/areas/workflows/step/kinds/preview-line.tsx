import { ArrowRight, TriangleAlert } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { Select } from '../../../../ui/select.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { uiTexts } from '../../../../ui/ui.texts.ts'
import type { InputPreview, ValuePreview } from './input-preview.ts'
import { texts as kindsTexts } from './kinds.texts.ts'

const texts = kindsTexts.tool

/** In which instance the values are shown. */
export function ValuesFrom({ preview: { source, failed } }: { preview: InputPreview }) {
  return (
    <>
      {source && (
        <div className="flex items-center justify-end gap-2">
          <span aria-hidden className="shrink-0 text-xs text-fg-3">
            {texts.valuesFrom}
          </span>
          <Select
            size="sm"
            label={texts.valuesFrom}
            value={source.chosen}
            items={source.items}
            onChange={source.choose}
            className="max-w-52"
          />
        </div>
      )}
      {failed && (
        <div role="alert" className="flex items-start gap-2 text-xs text-fg-2">
          <p className="min-w-0 flex-1">{failed.text}</p>
          <Button size="sm" busy={failed.retrying} onClick={failed.retry}>
            {uiTexts.tryAgain}
          </Button>
        </div>
      )}
    </>
  )
}

/** What a value becomes there, and in how many instances it would be nothing. */
export function PreviewLine({ preview }: { preview: ValuePreview | undefined }) {
  if (!preview) return null
  if (preview.state === 'loading') return <Skeleton className="mt-2 h-3 w-32" />
  return (
    <>
      <p className="mt-1.5 flex items-start gap-1.5 text-sm">
        <ArrowRight size={13} aria-hidden className="mt-1 shrink-0 text-fg-3" />
        <span className="sr-only">{texts.becomes} </span>
        <span
          translate={preview.isValue ? 'no' : undefined}
          className={cn('line-clamp-3 min-w-0 break-words', !preview.isValue && 'text-fg-3')}
        >
          {preview.text}
        </span>
      </p>
      {preview.missed && (
        <p className="mt-1 flex items-start gap-1.5 text-xs text-warning-fg">
          <TriangleAlert size={13} aria-hidden className="mt-px shrink-0" />
          <span className="min-w-0">{preview.missed}</span>
        </p>
      )}
    </>
  )
}
