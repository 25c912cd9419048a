import { Link } from '@tanstack/react-router'
import type { Task } from '@throughline/contracts/tasks'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { texts } from './detail.texts.ts'

/** "Step 2 of 6 in Client Onboarding · Juniper Clinics" */
export function InstanceLink({ task }: { task: Task }) {
  const { step_place: place, workflow, instance_name, workflow_instance: instanceId } = task
  return (
    <>
      {place ? texts.stepIn(place.n, place.of) : texts.in}{' '}
      <Link to="/instances/$instanceId" params={{ instanceId }} translate="no" className={quietLinkClass}>
        {texts.place(workflow.name, instance_name)}
      </Link>
    </>
  )
}
