import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Delivery } from '@throughline/contracts/hooks'
import { CircleX, Repeat2, Timer } from 'lucide-react'
import { useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { momentText } from '../../../shared/format/moments.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { linkClass } from '../../../ui/link-style.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { InstanceLink } from '../parts/instance-link.tsx'
import { Received } from '../parts/received.tsx'
import { deliveriesQuery, deliveryQuery } from './hooks.api.ts'
import { texts } from './hooks.texts.ts'

const FILTERS = [
  { value: 'all', label: texts.all },
  { value: 'rejected', label: texts.rejected },
] as const

type DeliveriesProps = {
  workflowId: string
  hookId: string
  /** Bodies are for those who may change the webhook. */
  mayEdit: boolean
  busy: boolean
  onStart: ((deliveryId: string) => void) | undefined
}

/** What became of the last calls; one that is opened shows its body and how to mend it. */
export function Deliveries(props: DeliveriesProps) {
  const { workflowId, hookId, mayEdit } = props
  const [filter, setFilter] = useState<'all' | 'rejected'>('all')
  const [opened, setOpened] = useState<Delivery>()
  const query = useInfiniteQuery(deliveriesQuery(workflowId, hookId, filter === 'rejected'))
  return (
    <Received
      title={texts.deliveries}
      note={texts.kept}
      filter={<Segmented label={texts.shownDeliveries} value={filter} items={FILTERS} onChange={setFilter} />}
      query={query}
      failed={texts.deliveriesFailed}
      loading={texts.loadingDeliveries}
      none={filter === 'all' ? texts.noDeliveries : texts.noRejected}
      renderRow={(one) => (
        <DeliveryRow
          key={one.id}
          delivery={one}
          isOpen={one.id === opened?.id}
          onOpen={mayEdit ? () => setOpened(one.id === opened?.id ? undefined : one) : undefined}
        />
      )}
    >
      {opened && <OpenedDelivery key={opened.id} {...props} delivery={opened} />}
    </Received>
  )
}

type DeliveryRowProps = { delivery: Delivery; isOpen: boolean; onOpen: (() => void) | undefined }

function DeliveryRow({ delivery, isOpen, onOpen }: DeliveryRowProps) {
  const when = momentText(delivery.at, useZone(), useNow())
  return (
    <li className={cn('grid grid-cols-[7rem_1fr_auto] gap-x-2 px-3 py-1.5 text-sm', isOpen && 'bg-accent-bg')}>
      {onOpen ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={texts.open(when)}
          onClick={onOpen}
          className={cn(linkClass, 'text-left text-xs leading-5')}
        >
          {when}
        </button>
      ) : (
        <span className="text-xs leading-5 text-fg-3">{when}</span>
      )}
      <Outcome {...delivery} />
      <span className="tnum text-xs leading-5 text-fg-3">{texts.took(delivery.took_ms)}</span>
      <Files files={delivery.files} />
    </li>
  )
}

function Outcome({ state, instance, reason }: Delivery) {
  if (state === 'started' && instance) return <InstanceLink instance={instance} />
  if (state === 'started') return <span className="text-fg-3">{texts.deletedInstance}</span>
  if (state === 'duplicate') {
    return (
      <span className="flex items-center gap-1.5 text-fg-3">
        <Repeat2 size={13} aria-hidden />
        {instance ? (
          <Link
            to="/instances/$instanceId"
            params={{ instanceId: instance.id }}
            translate="no"
            className="hover:underline"
          >
            {texts.duplicateOf(instance.key)}
          </Link>
        ) : (
          texts.duplicate
        )}
      </span>
    )
  }
  const [Icon, look, word] =
    state === 'held'
      ? ([Timer, 'text-warning-fg', texts.heldState] as const)
      : ([CircleX, 'text-danger-fg', texts.rejectedState] as const)
  return (
    <span className="min-w-0">
      <span className={cn('flex items-center gap-1.5', look)}>
        <Icon size={13} aria-hidden />
        {word}
      </span>
      {reason && <span className="block text-xs wrap-anywhere text-fg-3">{reason}</span>}
    </span>
  )
}

/** What became of files whose addresses stand in the body. */
function Files({ files }: Pick<Delivery, 'files'>) {
  if (files.length === 0) return null
  return (
    <ul aria-label={texts.deliveredFiles} className="col-span-2 col-start-2 text-xs wrap-anywhere">
      {files.map(({ name, host, state, reason }, at) => (
        <li key={`${at} ${name}`} className={state === 'failed' ? 'text-danger-fg' : 'text-fg-3'}>
          {[texts.fileStates[state](name, host), reason].filter(Boolean).join(' ')}
        </li>
      ))}
    </ul>
  )
}

/** As it is read best: indented, where it is JSON. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function OpenedDelivery({ workflowId, hookId, delivery, busy, onStart }: DeliveriesProps & { delivery: Delivery }) {
  const isForged = delivery.state === 'forged'
  const query = useQuery({ ...deliveryQuery(workflowId, hookId, delivery.id), enabled: !isForged })
  const when = momentText(delivery.at, useZone(), useNow())
  const body = query.data?.body
  return (
    <section aria-label={when} className="mt-4">
      <h4 className="mb-2 text-sm font-medium">{when}</h4>
      <div className="divide-y rounded-md border text-sm">
        {query.isError ? (
          <QueryFailed query={query} title={texts.bodyFailed} />
        ) : (
          <ScrollRegion
            label={texts.body}
            translate="no"
            className="max-h-64 p-3 font-mono text-xs whitespace-pre-wrap"
          >
            {body ? indented(body) : isForged || query.data ? texts.noBody : ''}
          </ScrollRegion>
        )}
        {(delivery.state === 'refused' || isForged) && (
          <p className="p-3 text-xs text-fg-3">{isForged ? texts.answeredForged : texts.answered}</p>
        )}
        {delivery.startable && onStart && (
          <div className="flex items-center gap-3 p-3">
            <Button size="sm" busy={busy} onClick={() => onStart(delivery.id)}>
              {texts.start}
            </Button>
            <span className="text-xs text-fg-3">{texts.startHint}</span>
          </div>
        )}
      </div>
    </section>
  )
}
