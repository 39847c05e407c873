import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { pageQuery, type Reading } from "@/api/document";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";
import { FAILED_OWN } from "@/messages";
import styles from "./Document.module.css";

/** The place of a page; its picture is fetched where it is near what is seen. */
export function Page({
  page,
  width,
  height,
  isNear,
  ...rest
}: {
  page: number;
  width: number;
  height: number;
  isNear: boolean;
  reading: Reading;
  viewing: string;
  /** Of the picture, one of the server's. */
  pixels: number;
  label: string;
  /** The viewing is over, or the right to it. */
  onOver: (error: ApiError) => void;
}) {
  return (
    <div className={styles.page} data-page={page} style={{ width, height }}>
      {isNear && <Drawn page={page} {...rest} />}
    </div>
  );
}

function Drawn({
  page,
  reading,
  viewing,
  pixels,
  label,
  onOver,
}: {
  page: number;
  reading: Reading;
  viewing: string;
  pixels: number;
  label: string;
  onOver: (error: ApiError) => void;
}) {
  const { data, error, refetch, isFetching } = useQuery(pageQuery(reading, viewing, page, pixels));
  const address = useAddress(data);
  useEffect(() => {
    if (error instanceof ApiError && (error.status === 400 || error.code === "viewing_over")) onOver(error);
  }, [error, onOver]);
  if (address) return <img src={address} alt={label} draggable={false} />;
  if (error && !isFetching)
    return (
      <div className={styles.failed} role="alert">
        <p>
          {page}ページ：{FAILED_OWN.documentOpen}
        </p>
        {error instanceof ApiError && <p>{error.detail}</p>}
        <Button aria-label={`${page}ページをもう一度読み込む`} onClick={() => refetch()}>
          もう一度読み込む
        </Button>
      </div>
    );
  return <p className={styles.coming}>{page}ページを準備しています…</p>;
}

/** An address of the picture in this page alone, which ends with it. */
function useAddress(picture: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [picture]);
  return address;
}
