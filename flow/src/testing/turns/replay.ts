import { written } from '../../compile/canonical.ts'
import { newState } from '../../run.ts'
import { hold } from '../hold.ts'
import { type Model, planOf } from './model.ts'
import { play } from './play.ts'
import type { Instance } from './world.ts'

/** The same acts one after the other lead to the same turns. */
export function replay(model: Model, seed: number, instance: Instance): void {
  let state = newState(planOf(model, instance))
  for (const { at, bound, taken, produced } of instance.turns) {
    const again = play(model, instance, state, taken, { seed, at, bound })
    const isTaken = JSON.stringify(again.turn.taken) === JSON.stringify(taken)
    hold(isTaken, 'a turn took what one after the other would not count')
    hold(JSON.stringify(again.turn.produced) === JSON.stringify(produced), 'one after the other leads elsewhere')
    state = { ...again.state, seq: state.seq + 1 }
  }
  hold(written(state) === written(instance.state), 'the state is not what its turns lead to')
}
