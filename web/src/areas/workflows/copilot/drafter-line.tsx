import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, Ruler } from 'lucide-react'
import { linkClass } from '../../../ui/link-style.ts'
import { modelsQuery } from '../../integrations/integrations.api.ts'
import { texts } from './copilot.texts.ts'

/** Which model drafts, where it is and what it sees; or that none does. */
export function DrafterLine() {
  const { data } = useQuery(modelsQuery)
  const model = data?.find(({ drafts }) => drafts)
  const Icon = model ? Bot : Ruler
  return (
    <div className="flex min-h-13 shrink-0 items-start gap-2.5 border-b px-4 py-2.5 text-xs">
      {data && (
        <>
          <Icon size={15} aria-hidden className="mt-px shrink-0 text-fg-3" />
          <p className="text-fg-2">
            <b className="font-medium text-fg">{model ? <span translate="no">{model.name}</span> : texts.rules}</b>
            {model ? texts.sees(model.host) : texts.rulesMore}
            {!model && (
              <Link to="/integrations/models" className={linkClass}>
                {texts.connect}
              </Link>
            )}
          </p>
        </>
      )}
    </div>
  )
}
