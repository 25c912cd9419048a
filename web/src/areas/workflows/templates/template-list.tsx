import type { Template } from '@throughline/contracts/templates'
import { SearchX } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Empty } from '../../../ui/empty.tsx'
import { TemplateCard } from './template-card.tsx'
import { TemplateMenu } from './template-menu.tsx'
import { spec, texts } from './templates.texts.ts'

type TemplateListProps = {
  templates: readonly Template[]
  /** Answers to the filter before this one, until the new ones are there. */
  stale: boolean
  onShowAll?: (() => void) | undefined
  onUse?: ((template: Template) => void) | undefined
  onRemove?: ((template: Template) => void) | undefined
  onMore?: (() => void) | undefined
  loadingMore: boolean
}

export function TemplateList(props: TemplateListProps) {
  const { templates, stale, onShowAll, onUse, onRemove, onMore, loadingMore } = props
  if (templates.length === 0)
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
      <div role="status" className="grid flex-1 place-items-center bg-board pb-24">
        <Empty
          icon={SearchX}
          title={spec.none}
          hint={spec.noneHint}
          action={onShowAll && <Button onClick={onShowAll}>{texts.showAll}</Button>}
        />
      </div>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also for those who press keys
    <section aria-label={texts.list} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto bg-board p-4">
      <ul
        aria-busy={stale}
        className={cn('grid grid-cols-[repeat(auto-fill,minmax(264px,1fr))] gap-3', stale && 'opacity-60')}
      >
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            onUse={onUse}
            menu={template.own && onRemove && <TemplateMenu name={template.name} onRemove={() => onRemove(template)} />}
          />
        ))}
      </ul>
      {onMore && (
        <div className="grid place-items-center pt-4">
          <Button busy={loadingMore} onClick={onMore}>
            {texts.more}
          </Button>
        </div>
      )}
    </section>
  )
}
