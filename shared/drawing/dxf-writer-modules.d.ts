// The parts of dxf-writer that the plate's DXF needs, as they are at run time: its own types leave out handles, bulges and
// shapes of one's own.
declare module 'dxf-writer/src/Drawing.js' {
  import type TagsManager from 'dxf-writer/src/TagsManager.js'

  class Layer {
    readonly name: string
    addShape(shape: { tags(manager: TagsManager): void }): void
  }

  class Drawing {
    layers: Record<string, Layer>
    addLineType(name: string, description: string, elements: readonly number[]): this
    addLayer(name: string, colorNumber: number, lineTypeName: string): this
    setActiveLayer(name: string): this
    drawCircle(x: number, y: number, radius: number): this
    drawArc(x: number, y: number, radius: number, startAngle: number, endAngle: number): this
    drawLine(x1: number, y1: number, x2: number, y2: number): this
    drawText(x: number, y: number, height: number, rotation: number, text: string): this
    drawPolyline(points: readonly (readonly [number, number, string?])[], closed: boolean): this
    header(variable: string, values: readonly (readonly [number, number | string])[]): this
    setUnits(unit: 'Millimeters'): this
    toDxfString(): string
  }
  export = Drawing
}

declare module 'dxf-writer/src/DatabaseObject.js' {
  import type TagsManager from 'dxf-writer/src/TagsManager.js'

  class DatabaseObject {
    constructor(subclass: readonly string[])
    tags(manager: TagsManager): void
  }
  export = DatabaseObject
}

declare module 'dxf-writer/src/TagsManager.js' {
  class TagsManager {
    push(code: number, value: number | string): void
    point(x: number, y: number): void
  }
  export = TagsManager
}

declare module 'dxf-writer/src/Handle.js' {
  const Handle: { seed: number }
  export = Handle
}
