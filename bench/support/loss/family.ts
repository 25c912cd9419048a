import { InstanceId } from '../../../contracts/src/ids.ts'
import { cancelInstance, purgeInstance, removeInstance } from '../../../contracts/src/instance-acts.ts'
import { emptyEngine, startEngine, stopEngine } from './databases.ts'
import { onlyPerson, startsMany } from './documents.ts'
import { brokenOf, openAt, type Part, type Setting, seconds } from './setting.ts'

const WITHIN = 5 * 60_000
/** After its deadline of two minutes the reconciler has looked by then. */
const LOOKED_WITHIN = 200_000

interface Kin {
  id: string
  status: string
}

const instanceNamed = async ({ rows }: Setting, name: string) => {
  const [found] = await rows<{ id: string }>('select id from instances where name = $1 and parent_id is null', [name])
  return InstanceId.parse(found?.id)
}
const childrenOf = ({ rows }: Setting, parent: string) =>
  rows<Kin>('select id, status from instances where parent_id = $1', [parent])

/** The parent is cancelled, and the engine lost with all it knows, at the same moment. */
async function cancelled(setting: Setting, count: number) {
  const { owner, person, until } = setting
  const child = await setting.publish(onlyPerson('CHILD', person))
  await setting.start(await setting.publish(startsMany('MANY', child, person, count)), ['many'])
  const instanceId = await instanceNamed(setting, 'many')
  await until(
    'all children are under way',
    300_000,
    async () => (await childrenOf(setting, instanceId)).length === count,
  )
  const acts = [owner(cancelInstance, { params: { instanceId }, body: { reason: 'Enough' } }), stopEngine()]
  await Promise.all(acts)
  const at = Date.now()
  const before = (await childrenOf(setting, instanceId)).filter(({ status }) => status !== 'cancelled').length
  await emptyEngine()
  await startEngine()
  const back = Date.now() - at
  const over = async () => (await childrenOf(setting, instanceId)).every(({ status }) => status === 'cancelled')
  await until('all children are cancelled', WITHIN - back, over)
  const left = (await childrenOf(setting, instanceId)).filter(({ status }) => status !== 'cancelled').length
  return { before, back, took: Date.now() - at, left }
}

/** A child is deleted for ever while the engine is away. */
async function purged(setting: Setting) {
  const { owner, person, until, say, small, rows } = setting
  const child = await setting.publish(onlyPerson('PURGED', person))
  await setting.start(await setting.publish(startsMany('ONE', child, person, 1)), ['one'])
  const parent = await instanceNamed(setting, 'one')
  const born = async () => (await childrenOf(setting, parent)).length === 1
  await until('the child is under way', 60_000, born)
  const [made] = await childrenOf(setting, parent)
  const params = { instanceId: InstanceId.parse(made?.id) }
  await stopEngine()
  await owner(removeInstance, { params })
  await owner(purgeInstance, { params })
  const wentOn = (await openAt(setting, 'close', 'one')) === 1
  say(`the parent ${wentOn ? 'goes on' : 'waits'} while the engine is away`)
  await startEngine()
  // In the small form nobody waits for the deadline.
  if (small) await rows(`update instance_wants set by = now() where by < 'infinity'`)
  const looked = async () => (await rows('select from instance_wants where instance_id = $1', [parent])).length === 0
  await until('the engine has looked', LOOKED_WITHIN, looked)
  const second = (await childrenOf(setting, parent)).length
  await setting.complete('close', 'one')
  const [after] = await rows<Kin>('select id, status from instances where id = $1', [parent])
  return { wentOn, second, status: after?.status ?? 'gone' }
}

export async function family(setting: Setting): Promise<Part> {
  const count = setting.small ? 12 : 100
  const many = await cancelled(setting, count)
  const one = await purged(setting)
  return {
    title: 'Children while the engine is lost',
    lines: [
      `- a parent with ${count} children under way is cancelled, the engine is killed at that moment and its databases emptied; ${many.before} children`,
      `  ran on then; the engine was back after ${seconds(many.back)}, all were cancelled ${seconds(many.took)} after the act (goal 5 minutes)`,
      `- a child is deleted for ever while the engine is away: its parent ${one.wentOn ? 'goes on at once' : 'did not go on'}, and ends as ${one.status}; second`,
      `  children started after the engine's return: ${one.second}`,
    ],
    broken: brokenOf([
      ['children not cancelled within 5 minutes', many.left],
      ['a parent that did not go on', one.wentOn ? 0 : 1],
      ['second children', one.second],
      ['a parent that did not end', one.status === 'completed' ? 0 : 1],
    ]),
  }
}
