import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useChoice } from '../../../shared/use-choice.ts'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { workflowsQuery } from '../../workflows/workflows.api.ts'
import { clientsQuery } from '../instances.api.ts'
import { texts } from '../instances.texts.ts'

type ChoiceFilterProps = {
  value: string | undefined
  /** The chosen one's name, where a row has told it. */
  knownName: string | undefined
  onChange: (id: string | undefined) => void
}

const itemOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

export function WorkflowFilter({ onChange, ...chosen }: ChoiceFilterProps) {
  const { search, comboboxProps } = useChoice({ ...chosen, any: texts.allWorkflows, unnamed: texts.workflow })
  const { data } = useInfiniteQuery(workflowsQuery({ status: 'all', sort: 'name', search: search || undefined }))
  const found = data?.pages[0]?.data ?? []
  return <ComboboxOne label={texts.workflow} {...comboboxProps(found.map(itemOf), onChange)} className="w-36" />
}

export function ClientFilter({ onChange, ...chosen }: ChoiceFilterProps) {
  const { search, comboboxProps } = useChoice({ ...chosen, any: texts.allCustomers, unnamed: texts.customer })
  const { data: found = [] } = useQuery(clientsQuery(search))
  return <ComboboxOne label={texts.customer} {...comboboxProps(found.map(itemOf), onChange)} className="w-36" />
}
