import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WorkflowId } from '@throughline/contracts/ids'
import { Route } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { workflowChoicesQuery } from '../../workflows/workflows.api.ts'
import { texts } from '../documents.texts.ts'

const mapTexts = texts.map

/** The map is one workflow's: whose is asked first. */
export function ChooseWorkflow({ onChoose }: { onChoose: (id: WorkflowId) => void }) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data = [], isSuccess } = useQuery(workflowChoicesQuery(search))
  if (isSuccess && search === '' && data.length === 0)
    return (
      <div className="grid flex-1 place-items-center bg-board pb-24">
        <Empty
          icon={Route}
          title={mapTexts.none}
          hint={mapTexts.noneHint}
          action={
            <Link to="/workflows" className={linkClass}>
              {mapTexts.toWorkflows}
            </Link>
          }
        />
      </div>
    )
  return (
    <div className="grid flex-1 place-items-center bg-board pb-24">
      <Empty
        icon={Route}
        title={mapTexts.choose}
        hint={mapTexts.chooseHint}
        action={
          <ComboboxOne
            label={mapTexts.choose}
            placeholder={mapTexts.choose}
            items={data.map(({ id, name, prefix }) => ({ value: id, label: name, hint: prefix }))}
            value=""
            onSearch={setTyped}
            onChange={(chosen) => {
              const workflow = data.find(({ id }) => id === chosen)
              if (workflow) onChoose(workflow.id)
            }}
            className="w-64"
          />
        }
      />
    </div>
  )
}
