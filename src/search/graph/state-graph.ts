/** The states of a program and the steps between them, as plain data for a drawing. */

export interface StateGraphData {
  readonly todo: number;
}
