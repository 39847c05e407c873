import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { FAILED_OWN } from "@/messages";
import styles from "./Document.module.css";
import type { Pages } from "./pages";
import { paintWatermark } from "./watermark";

/** Widths of a page by that of the window's column. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const WHOLE = ZOOMS.indexOf(1);
/** No more pixels than a telephone can hold. */
const MOST_PIXELS = 16_000_000;

/** Pages one at a time, as pixels, with the reader's watermark drawn into them. */
export function Viewer({ pages, title, lines }: { pages: Pages; title: string; lines: readonly string[] }) {
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState<number>(WHOLE);
  const paper = useRef<HTMLDivElement>(null);
  const width = useWidth(paper);
  const turn = (to: number) => setPage(Math.min(Math.max(to, 1), pages.count));
  const grow = (to: number) => setZoom(Math.min(Math.max(to, 0), ZOOMS.length - 1));
  const scale = ZOOMS[zoom] ?? 1;

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    switch (event.key) {
      case "PageDown":
      case "ArrowRight":
        turn(page + 1);
        break;
      case "PageUp":
      case "ArrowLeft":
        turn(page - 1);
        break;
      case "Home":
        turn(1);
        break;
      case "End":
        turn(pages.count);
        break;
      case "+":
        grow(zoom + 1);
        break;
      case "-":
        grow(zoom - 1);
        break;
      case "0":
        setZoom(WHOLE);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <section className={styles.viewer} aria-label="資料の閲覧画面">
      <p className={styles.noPrint}>この資料は印刷できません。画面でご覧ください。</p>
      <div className={styles.tools} role="toolbar" aria-label="ページと表示の大きさ">
        <Button aria-label="前のページ" onClick={() => turn(page - 1)}>
          <ChevronLeft aria-hidden size={18} />
        </Button>
        <span role="status" className={styles.place}>
          {page} / {pages.count}ページ{pages.count > 1 && end(page, pages.count)}
        </span>
        <Button aria-label="次のページ" onClick={() => turn(page + 1)}>
          <ChevronRight aria-hidden size={18} />
        </Button>
        <span className={styles.zoom}>
          <Button aria-label="縮小する" onClick={() => grow(zoom - 1)}>
            <ZoomOut aria-hidden size={18} />
          </Button>
          <span className={styles.place}>{Math.round(scale * 100)}%</span>
          <Button aria-label="拡大する" onClick={() => grow(zoom + 1)}>
            <ZoomIn aria-hidden size={18} />
          </Button>
        </span>
      </div>
      <p className={styles.help}>
        すべてのページに、透かし（{lines.join("／")}）が入ります。
        <span className={styles.keys}>キーボードでは、← → でページ、＋ − で大きさを変えられます。</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a large page scrolls, and must do so by keyboard. */}
      <section ref={paper} className={styles.paper} tabIndex={0} aria-label="資料のページ" onKeyDown={press}>
        {width > 0 && (
          <Page
            pages={pages}
            page={page}
            width={Math.round(width * scale)}
            lines={lines}
            label={`${title}　${page}／${pages.count}ページ。閲覧者の透かし入り：${lines.join("　")}`}
          />
        )}
      </section>
    </section>
  );
}

/** Says of a page that there is no further one that way. */
function end(page: number, count: number): string {
  if (page === 1) return "（最初）";
  return page === count ? "（最後）" : "";
}

/** One page. It is drawn out of sight and shown only with the watermark in it. */
function Page({
  pages,
  page,
  width,
  lines,
  label,
}: {
  pages: Pages;
  page: number;
  /** In pixels of the screen's own measure. */
  width: number;
  lines: readonly string[];
  label: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let over = false;
    const draw = async () => {
      const shape = await pages.shape(page);
      const most = Math.sqrt(MOST_PIXELS / shape);
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(Math.min(width * Math.min(devicePixelRatio, 2), most)));
      canvas.height = Math.max(1, Math.round(canvas.width * shape));
      await pages.draw(page, canvas);
      paintWatermark(canvas, lines);
      if (over) return;
      canvas.style.width = `${width}px`;
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", label);
      box.current?.replaceChildren(canvas);
      setFailed(false);
    };
    draw().catch(() => {
      if (over) return;
      box.current?.replaceChildren();
      setFailed(true);
    });
    return () => {
      over = true;
    };
  }, [pages, page, width, lines, label]);
  return (
    <>
      <div ref={box} />
      {failed && (
        <EmptyState title={FAILED_OWN.documentOpen}>
          このページは壊れているため、表示できません。前後のページは表示できることがあります。
        </EmptyState>
      )}
    </>
  );
}

/** The width that a page may take. */
function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
