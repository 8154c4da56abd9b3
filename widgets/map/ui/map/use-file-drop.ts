import { useState, type DragEvent } from 'react';

/** Reads the text of a file that is dropped on the map. */
export function useFileDrop(active: boolean, onText: (text: string) => Promise<void> | undefined) {
  const [over, setOver] = useState(false);
  const holds = (event: DragEvent) => active && event.dataTransfer.types.includes('Files');
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!holds(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        if (!holds(event)) return;
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) void file.text().then(onText);
      },
    },
  };
}
