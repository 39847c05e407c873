import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { pageQuery, type Reading } from "@/api/document";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";
import { FAILED_OWN } from "@/messages";
import styles from "./Document.module.css";

/** The placeholder of a page; its picture is fetched when it is close to the visible part. */
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
  /** The picture's width, one of the server's. */
  pixels: number;
  label: string;
  /** Called when the viewing, or the right to it, has ended. */
  onViewingEnd: (error: ApiError) => void;
}) {
  return (
    <div className={styles.page} data-page={page} style={{ width, height }}>
      {isNear && <PagePicture page={page} {...rest} />}
    </div>
  );
}

function PagePicture({
  page,
  reading,
  viewing,
  pixels,
  label,
  onViewingEnd,
}: {
  page: number;
  reading: Reading;
  viewing: string;
  pixels: number;
  label: string;
  onViewingEnd: (error: ApiError) => void;
}) {
  const { data, error, refetch, isFetching } = useQuery(pageQuery(reading, viewing, page, pixels));
  const address = useBlobAddress(data);
  useEffect(() => {
    if (error instanceof ApiError && (error.status === 400 || error.code === "viewing_over"))
      onViewingEnd(error);
  }, [error, onViewingEnd]);
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

/** A blob URL of the picture, revoked with the component. */
function useBlobAddress(picture: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!picture) return;
    const blobAddress = URL.createObjectURL(picture);
    setAddress(blobAddress);
    return () => {
      URL.revokeObjectURL(blobAddress);
      setAddress(undefined);
    };
  }, [picture]);
  return address;
}
