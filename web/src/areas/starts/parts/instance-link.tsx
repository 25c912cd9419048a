import { Link } from '@tanstack/react-router'
import { linkClass } from '../../../ui/link-style.ts'
import { type Status, statusLook } from '../../../ui/status.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'

const isStatus = (status: string): status is Status => Object.hasOwn(statusLook, status)

/** What was started, and how it stands. */
export const InstanceLink = ({ instance }: { instance: { id: string; key: string; status: string } }) => (
  <span className="flex items-center gap-1.5">
    {isStatus(instance.status) && <StatusGlyph status={instance.status} size={13} />}
    <Link to="/instances/$instanceId" params={{ instanceId: instance.id }} translate="no" className={linkClass}>
      {instance.key}
    </Link>
  </span>
)
