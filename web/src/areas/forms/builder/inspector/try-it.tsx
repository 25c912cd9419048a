import { useQuery } from '@tanstack/react-query'
import type { FormElement } from '@throughline/contracts/form-content'
import type { SubmissionRow } from '@throughline/contracts/form-submissions'
import { checkResponse } from '@throughline/flow/form'
import { compileForm } from '@throughline/flow/form-compile'
import { useDeferredValue, useMemo } from 'react'
import { QueryFailed } from '../../../../shared/query-failed.tsx'
import { useNow } from '../../../../shared/use-now.ts'
import { cn } from '../../../../ui/cn.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { recentResponsesQuery } from '../../builder.api.ts'
import { texts as builderTexts } from '../../builder.texts.ts'
import { asFormContent, type Content } from '../model/content.ts'
import { blocksOf } from '../model/pages.ts'
import { PanelSection } from './side-panel.tsx'

const texts = builderTexts.tryIt
const EXAMPLES = 3

type TryItProps = { element: FormElement; content: Content; formId: string }

/** What the condition would have done with real responses, and what it does with a blank form. */
export function TryIt({ element, content, formId }: TryItProps) {
  const query = useQuery(recentResponsesQuery(formId))
  const { compiled } = useMemo(() => compileForm(asFormContent(content)), [content])
  const form = useDeferredValue(compiled)
  const now = useNow()
  // A page has nothing of its own to show: it is there while anything on it is.
  const ids =
    element.type === 'page'
      ? blocksOf(content.elements).flatMap(({ mark, elements }) =>
          mark === element ? elements.map(({ id }) => id) : [],
        )
      : [element.id]
  const isShown = (answers: SubmissionRow['answers']) => {
    const { hidden } = checkResponse(form, answers, now)
    return ids.some((id) => !hidden.includes(id))
  }
  const rows = query.data?.data ?? []
  const shown = rows.filter(({ answers }) => isShown(answers)).length
  return (
    <PanelSection title={texts.title}>
      {query.isPending && <Skeleton className="h-16" />}
      {query.isError && <QueryFailed query={query} title={texts.failed} />}
      {query.data && (
        <>
          <ul className="divide-y rounded-md border">
            {rows.slice(0, EXAMPLES).map((row) => (
              <Example key={row.id} name={summaryOf(row) || row.receipt} shown={isShown(row.answers)} own />
            ))}
            <Example name={texts.blank} shown={isShown({})} />
          </ul>
          <p className="-mt-2 text-xs text-fg-3">{rows.length > 0 ? texts.sum(shown, rows.length) : texts.none}</p>
        </>
      )}
    </PanelSection>
  )
}

/** The first things that were answered in words. */
const summaryOf = ({ answers }: SubmissionRow) =>
  Object.values(answers)
    .flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []))
    .slice(0, 2)
    .join(' · ')

function Example({ name, shown, own }: { name: string; shown: boolean; own?: boolean }) {
  return (
    <li className="flex min-h-9 items-center gap-2 px-2.5 text-sm">
      <span className="min-w-0 flex-1 truncate" {...(own && { translate: 'no' as const })}>
        {name}
      </span>
      <span className={cn('shrink-0 text-xs', shown ? 'font-medium text-success-fg' : 'text-fg-3')}>
        {shown ? texts.shown : texts.hidden}
      </span>
    </li>
  )
}
